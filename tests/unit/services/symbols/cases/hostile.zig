const std = @import("std");
// fn commented() void {}
pub const Point = struct {
    x: f32 = 0,
    y: f32,
    const Self = @This();
    pub fn init(x: f32) Self {
        const local = 1;
        return .{ .x = x };
    }
    pub const Nested = enum(u8) { a, b = 2 };
};
const Tag = union(enum) { int: i32, none };
const Errors = error{ NotFound, Denied };
var counter: usize = 0;
pub const limit: u32 = 10;
const text =
    \\fn fake() void {
;
pub fn main() !void {
    const S = struct { fn inner() void {} };
    _ = "fn fake() {";
}
pub fn Generic(comptime T: type) type {
    return struct {
        value: T,
        pub fn get(self: @This()) T { return self.value; }
    };
}
test "a test {" { const y = 1; _ = y; }
extern fn imported(x: c_int) c_int;
pub const @"odd name" = 3;
