// class Commented {};
#include <map>
namespace outer { namespace inner {
template <typename T, typename U = int, bool = (sizeof(T) > 4)>
class Box final : public Base<T>, private Other<U> {
 public:
  explicit Box(int n) : n_(n), v_{1} {}
  ~Box() override;
  int get() const { return n_; }
  virtual void pure() = 0;
  Box(const Box&) = delete;
  static Box make(
      int a,
      int b) noexcept {
    auto lambda = [](int x) { return x; };
    return Box(a);
  }
  bool operator==(const Box& o) const { return true; }
  explicit operator bool() const { return true; }
  template <class V> void visit(V&& v) const;
 private:
  int n_ = 0, m_{1};
  std::map<int, std::vector<std::string>> v_ GUARDED_BY(mu_);
  void (*callback_)(int);
  static constexpr int kLimit = 3;
  enum Kind { A, B };
  struct Nested { double x, y; };
};
struct EXPORT_MACRO Point { double x, y; };
class __attribute__((visibility("default"))) Visible {};
enum class Color : int { Red, Green };
using Alias = std::vector<int>;
using std::string;
}}  // namespace
namespace a::b { void nested(); void defined() {} }
int outer::inner::Other::method(int a) const {
  return a;
}
template <>
std::string convert<std::string>(const char* s) { return s; }
Other<int>::Other(int x) : Base(x), list{1, 2} { init(); }
static const char* kRaw = R"(int fake() { )";
auto trailing() -> decltype(1) { return 1; }
extern "C" { int c_function(int a) { return a; } }
void free_function() {}
TEST_F(BoxTest, DoesThings) { EXPECT_EQ(1, 1); }
constexpr int kLast = 3;
class WithFriends {
  friend class Other;
  friend void announced(const WithFriends&);
  friend bool operator<(const WithFriends& a, const WithFriends& b) { return true; }
  friend int befriended(WithFriends w) { return 1; }
};
