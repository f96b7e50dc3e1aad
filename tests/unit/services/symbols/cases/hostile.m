#import "Demo.h"
// @interface Commented
#define LIMIT 3
@interface Demo : NSObject <Proto>
@property (nonatomic, copy) NSString *name;
@property (nonatomic) void (^block)(int);
- (void)run:(int)a then:(id)b;
+ (instancetype)make;
@end
typedef NS_ENUM(NSInteger, Mode) {
  ModeA,
};
@implementation Demo
- (void)run:(int)a then:(id)b {
  NSString *s = @"- (void)fake {";
}
+ (instancetype)make { return nil; }
static int helper(int a) {
  return a;
}
@end
@protocol Proto <NSObject>
- (int)size;
@end
int main(int argc, char *argv[]) {
  return helper(1);
}
@interface More : NSObject
@property (nonatomic, assign) int first, second;
- (instancetype)
    nameBelow:(int)a;
@end
@implementation More
RCT_EXPORT_METHOD(exported:(NSString *)a) {
}
@end
typedef struct Storage_ {
  int a;
} Storage;
