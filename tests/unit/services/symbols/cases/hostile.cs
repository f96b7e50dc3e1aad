using System;
#region class Fake {
namespace Demo.App
{
    // class Commented {}
    [Serializable, Obsolete("class X {")]
    public abstract partial class Repo<T> : IRepo where T : class, new()
    {
        private readonly Dictionary<string, List<T>> _items = new Dictionary<string, List<T>>();
        public const int Limit = 10;
        private int a, b = 2;
        public string Name { get; set; } = "x";
        public int Count => _items.Count;
        public event EventHandler Changed;
        public T this[int i] { get { return default; } }
        public Repo(int x) : base(x) { if (x > 0) { Call(x); } }
        public async Task<T?> FindAsync<TKey>(
            TKey key,
            CancellationToken ct = default)
        {
            int Local(int a) => a;
            return await Query($"void Fake() {{ {key}");
        }
        public override string ToString() => @"class ""Fake"" {";
        protected abstract void Todo();
        void IDisposable.Dispose() { }
        public static Repo<T> operator +(Repo<T> a, Repo<T> b) { return a; }
        enum Kind { One, Two = 2 }
        delegate void Handler(object o);
    }
    public record Point(int X, int Y);
    public struct Size { public int W, H; }
    interface IThing { void Do(); int Prop { get; } }
}
