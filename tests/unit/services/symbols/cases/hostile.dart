library demo;
// class Commented {}
@immutable
abstract class Widget<T extends Object> extends Base with Mixin implements A {
  static const int limit = 10;
  final Map<String, List<int>> items = <String, List<int>>{};
  late final String? name, other;
  var count = 0;
  final void Function(int) callback;
  Widget(this.name, {this.callback});
  Widget.named() : name = 'void fake() {';
  factory Widget.of(String s) => Widget.named();
  int get size => items.length;
  set size(int v) {}
  Future<List<T>> load<T>(
    String a, {
    int b = 1,
  }) async {
    void inner() {}
    return [];
  }
  @override
  String toString() => "${items.map((e) => '$e {')}";
  static Widget make() => Widget.named();
  bool operator ==(Object o) => true;
  external void native();
}
mixin Mixin on Base { void mixed() {} }
extension StringX on String { int get twice => length * 2; void go() {} }
enum Color { red, green; int get rgb => 1; }
typedef Handler = void Function(int);
const top = 1;
final List<int> listed = [1];
int? nullable;
void main(List<String> args) { print(r'class Raw {'); }
String get getter => '''
void fake() {}
''';
