package demo
// class Commented
trait Shape[T] extends Base with Other {
  def area: Double
  val name: String = "def fake = {"
  type Out <: Any
  def +(other: Shape[T]): Shape[T]
}
case class Point(x: Int, y: Int) extends Shape[Int] {
  override def area: Double = { val local = 1; def inner() = 2; local }
  private[demo] lazy val cached = x
  var mutable_= = 1
}
object Point {
  def apply(s: String): Point =
    s.split(",") match {
      case Array(a, b) => Point(a.toInt, b.toInt)
    }
  implicit class Rich(p: Point) { def far = 1; def near = 2 }
  val text = """
    def fake() = {
  """
}
sealed abstract class Tree
final case object Leaf extends Tree
enum Color(val rgb: Int) {
  case Red extends Color(1)
  case Green, Blue
}
val several, names = 1
def one = 1; def two: Map[Int, Int] = x
class BraceBelow(a: Int)
{
  val inside = 1
  def method = 2
}
