'use strict';
// function commented() {}
/* class Hidden {} */
const re = /function fake\(\) {"/g, tpl = `
function fakeTemplate() {} ${ nested(`inner ${ "deep" }`) } class X {
`;
const half = total / 2, ratio = a / b;
let counter = 0;
var legacy;
function plain(a, b = {x: 1}) { const local = () => 1; function inner() {} return local; }
async function* generate() {}
export default class Widget extends Base {
  static count = 0;
  #secret = 1;
  constructor(opts) { super(opts); this.x = opts.x; }
  get value() { return 1; }
  set value(v) {}
  async load() { if (this.x) { return fetch(this.x); } }
  static of(...args) { return new Widget(...args); }
  handler = (e) => { this.count++; };
  *items() { yield 1 }
  #hidden() {}
  if(x) {
    return x
  }
  delete(key) { return key }
}
export const arrow = (a) => a * 2;
const multi = async (
  a,
  b,
) => {
  return a + b;
};
Widget.prototype.render = function () {};
module.exports.helper = function helper() {};
Widget.Part = class { part() {} };
(function (root) {
  function wrapped() {}
})(this);
const noSemicolons = 1
const second = noSemicolons
  .toString()
  .padStart(3)
function afterIt() {}
const { destructured, other: renamed } = require('x');
