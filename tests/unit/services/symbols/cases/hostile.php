<html><?php
namespace Demo\App;
// class Commented {}
# function hash() {}
use Foo\Bar;
#[Attribute(flags: 1)]
abstract class Repo extends Base implements A, B
{
    use SomeTrait;
    public const LIMIT = 10, OTHER = 2;
    private ?string $name = 'function fake() {';
    protected static array $items = [];
    public function __construct(private int $id, public readonly string $x = "}") { parent::__construct(); }
    abstract protected function todo(): void;
    public static function &find(string $key): ?self { $f = function () { return 1; }; return null; }
    public function multi(
        int $a,
        string ...$rest
    ): string {
        return <<<SQL
        function inHeredoc() {
        SQL;
    }
}
interface Shape { public function area(): float; }
trait Loud { public function shout() {} }
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; public function label(): string { return ''; } }
final readonly class Point {}
function free(array $a = []) { function nested() {} }
if (!function_exists('poly')) { function poly() {} }
?>
function inHtml() {}
<?php
function afterHtml() {}
