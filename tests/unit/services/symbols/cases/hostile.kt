package demo
// class Commented
@Target(AnnotationTarget.CLASS) annotation class Marker
sealed class Result<out T>(
    val value: T,
    private var count: Int = 0,
) : Base<T>(),
    Other {
    data class Ok<T>(val v: T) : Result<T>(v)
    object None : Result<Nothing>(null)
    companion object {
        const val MAX = 3
        fun create() = None
    }
    val size: Int get() = 1
    lateinit var late: String
    override fun toString(): String = "fun fake() { ${value.let { "$it" }} }"
    constructor(a: Int) : this(a.toString())
    init { val local = 1 }
    inner class Deep { fun deepest() {} }
}
enum class Color(val rgb: Int) { RED(1) { override fun f() {} }, GREEN; fun hex() = rgb }
interface Shape { fun area(): Double; val name: String }
fun <T> List<T>.second(): T = this[1]
fun String?.orEmpty2() = this ?: ""
suspend inline fun <reified T> load(
    url: String,
    block: (T) -> Unit = {},
): T {
    fun inner() {}
    return null!!
}
typealias Handler = (Int) -> Unit
val top by lazy { 1 }
var `back ticked`: Int = 2
fun `spaced name`() {}
fun interface Runner { fun run() }
