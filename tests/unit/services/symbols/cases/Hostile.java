package demo;
// class Commented {}
@Annotated(value = "class Fake {", names = {"a", "b"})
public final class A<T extends Comparable<T>> extends B implements C, D {
    public static final int LIMIT = 10;
    private final Map<String, List<T>> items = new HashMap<>();
    int a = 1, b, c[] = {1, 2};
    static { System.out.println("void staticBlock() {"); }
    public A(int x) { super(x); if (x > 0) { call(x); } }
    @Override @SuppressWarnings({"unchecked", "x"})
    public <R> R map(Function<T, R> f) throws IOException { return f.apply(null); }
    protected abstract void todo();
    private String text = """
        void inText() {}
        """;
    enum Kind implements I { ONE("a") { void body() {} }, TWO, @Deprecated THREE; private final String v; Kind() { } String v() { return v; } }
    interface Visitor<R> { R visit(A a); default int depth() { return 0; } }
    record Pair(int x, int y) { Pair { check(); } int sum() { return x + y; } }
    @interface Marker { String value() default ""; }
    public int[] multiLine(
            final int a,
            String... b)
            throws Exception
    {
        Runnable r = new Runnable() { public void run() {} };
        class Local { void m() {} }
        return new int[] { 1 };
    }
    char q = '"'; char brace = '{';
    void last() {}
}
