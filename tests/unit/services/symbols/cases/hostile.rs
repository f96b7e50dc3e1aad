//! mod commented {}
/* fn hidden() {} */
#[cfg(test)]
pub mod inner {
    pub(crate) fn in_mod() -> &'static str { "fn fake() {" }
}
#[derive(Debug)] pub struct Point<'a, T: Fn(u8) -> u8> { pub x: i32, y: &'a T }
pub struct Unit;
pub struct Tuple(pub i32, String);
pub enum Shape { Circle(f64), Rect { w: f64, h: f64 }, #[allow(dead_code)] Empty = 3 }
pub trait Draw: Sized { const N: usize; type Out; fn draw(&self) -> Self::Out; fn twice(&self) { self.draw(); } }
impl<'a, T> Draw for Point<'a, T>
where
    T: Fn(u8) -> u8,
{
    const N: usize = 1; type Out = ();
    fn draw(&self) -> () { fn nested() {} }
}
impl<K, V: Into<HashMap<K, u8>>> Store<K, V> {
    pub const ORIGIN: i32 = 0;
    pub async unsafe fn origin<'b>(c: char) -> Self {
        let quote = '"'; let brace = '{'; let life: &'b str = r#"fn raw() { "quoted" "#;
        todo!()
    }
}
type Alias = Vec<Vec<u8>>;
const LIMIT: usize = 3;
static mut GLOBAL: u8 = b'\'';
macro_rules! my_macro { ($x:expr) => { fn in_macro() {} } }
union Bits { a: u32, b: f32 }
extern "C" fn callback(x: i32) {}
extern "C" { fn imported(x: i32); }
cfg_if! { if #[cfg(unix)] { fn in_cfg() {} } }
fn last() {}
macro_rules! template { ($x:ty) => { impl P<$x> for Q { fn no(&self) {} } } }
fn after_template() {}
