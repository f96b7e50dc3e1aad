import Foundation
// class Commented {}
@objc public final class Widget: Base, Proto {
    static let shared = Widget()
    @Published private(set) var count: Int = 0
    var computed: Int { return 1 }
    let a = 1, b = 2
    override init(frame: CGRect) { super.init(frame: frame) }
    required convenience init?(coder: NSCoder) { nil }
    deinit { print("func fake() {") }
    func run<T>(_ x: T,
                then done: @escaping () -> Void) async throws -> String
    where T: Equatable {
        func inner() {}
        return "\(x) func fake() { \(map { "\($0)" })"
    }
    subscript(i: Int) -> Int { return i }
    class func make() -> Widget { Widget() }
}
struct Point { var x, y: Double }
indirect enum Tree<T> { case leaf, node(Tree, T)
    case other = 3
    func depth() -> Int { 1 } }
protocol Drawable { associatedtype Out; func draw() -> Out; var size: Int { get } }
extension Array where Element == Int { func total() -> Int { reduce(0, +) } }
actor Store { var items: [String] = [] }
typealias Handler = (Int) -> Void
#if DEBUG
func debugOnly() {}
#endif
let multi = """
func fake() {}
"""
func + (a: Point, b: Point) -> Point { a }
