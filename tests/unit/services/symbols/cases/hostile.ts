// interface Commented {}
export interface Shape<T = unknown> { readonly name: string; area(scale: number): number; opt?: () => void }
export interface Wide
  extends Omit<
    Shape,
    'name' | 'area'
  >,
  Other {
  key: string
  call(): void
  [index: string]: unknown
}
export type Alias<T> = { a: T; b: string } | null;
export type Union =
  | 'class A {'
  | 'b';
export enum Color { Red, Green = 'g' }
declare module 'ambient' { export function fromAmbient(): void }
declare global { interface Window { extra: number } }
export namespace Geo.Inner {
  export const ORIGIN = 0;
  export function dist(a: number): number { return a; }
}
@Decorated({ selector: 'x', template: `<b>${1}</b>` })
export abstract class Base<T extends object> implements Shape {
  readonly name: string = 'x';
  private static readonly cache = new Map<string, () => void>();
  protected abstract compute(): T;
  constructor(private readonly dep: string, public n = 1) { super(); }
  area(scale: number): number { if (scale > 1) { return 1; } return 2; }
  @Input() public async run<K extends keyof T>(
    key: K,
    cb: (v: T[K]) => void = () => {},
  ): Promise<{ a: number }> {
    const local = 1;
  }
  onClick = (e: Event): void => {};
  overloaded(a: string): void;
  overloaded(a: number): void;
  overloaded(a: unknown): void {}
}
function overload(a: string): void;
function overload(a: any) {}
export const typed: (a: number) => string = (a) => String(a);
export const CONFIG = { key: 1, nested() {} } as const;
let state: Record<string, number> = {};
