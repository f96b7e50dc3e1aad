#include <stdio.h>
#define LIMIT 10
#define SQUARE(x) ((x) * (x))
#define MULTI(a) \
	do { int fake(void) { } } while (0)
#ifndef GUARD_H
#define GUARD_H
#endif
/* int commented(void) {} */
typedef struct node { int value; struct node *next; } node_t, *node_ptr;
typedef enum { RED, GREEN = 2, BLUE } color_t;
typedef int (*callback_t)(int, void *);
typedef unsigned long size_type;
enum state { IDLE, BUSY };
union bits { int i; float f[4]; unsigned flag : 1, rest : 31; };
struct ops {
	int (*open)(struct inode *, struct file *);
	struct list_head list;
	struct { int x, y; } pos;
	void *data, **more;
};
struct forward;
static int counter = 0, other;
extern int external;
int prototype(int a);
static const struct ops my_ops = {
	.open = my_open,
	.list = { 1 },
};
static inline int
split_line(int a,
           int b)
{
    if (a) { while (b) { b--; } }
    return a;
}
__attribute__((noreturn)) static void __init attributed(void) __acquires(lock)
{
}
struct foo *returns_pointer(const char *s) { char c = '{', d = '"'; return NULL; }
int main(int argc, char **argv) { const char *s = "int fake(void) {"; return 0; }
#ifdef X
int either(int a) {
#else
int either(long a) {
#endif
    return 0;
}
SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)
{
	return 0;
}
EXPORT_SYMBOL(main);
MODULE_LICENSE("GPL");
void after(void) {}
static inline __alloc_size(1, 2) void *arguments_first(size_t n, size_t size)
{
}
__printf(1, 2) int printf_first(const char *format, ...)
{
}
av_printf_format(3, 4) void own_attribute_first(void *context, int level)
{
}
int __underscored(int a) __acquires(lock) __releases(other)
{
}
struct pair by_value(int a, struct pair b) {
}
enum state next_state(void)
{
}
int old_style(argc, argv)
    int argc;
    char **argv, *(*table[4])();
{
}
void (*returns_function(int signal, void (*handler)(int)))(int)
{
}
static int (*handlers[])(int) = { first, second };
typedef struct { int a; } __packed packed_t;
typedef struct { int a; } ATTRIBUTE_PACKED shouted_t;
typedef int (*first_t)(int, int), (*second_t)(void);
struct trailing { int a; } __packed;
struct __packed { int b; } leading;
static DEFINE_MUTEX(mutex);
DEFINE_PER_CPU(struct pair, per_cpu);
LIST_HEAD(list);
