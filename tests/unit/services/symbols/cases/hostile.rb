# class Commented
=begin
def hidden; end
=end
module Outer
  VERSION = "1.0"
  class Error < StandardError; end
  class Inner::Deep < Base
    attr_reader :name
    LIMIT ||= 10
    def initialize(a, b = {}) = @a = a
    def self.build(*args)
      new(*args) { |x| x }
    end
    class << self
      def helper; "def fake; #{name.map { |n| "#{n}" }} end"; end
    end
    private def secret?
      text = <<~SQL
        def in_heredoc
      SQL
      text =~ /def regex "/
    end
    def ==(other) other.is_a?(self.class) end
    def [](key); end
    def name=(v)
      @name = v
    end
  end
end
def top_level
  local = 1
end
Point = Struct.new(:x, :y) do
  def dist; end
end
%w[def class].each { |w| puts w }
LEFT, RIGHT = 1, 2
class OnOneLine; def bar; end; def baz; end; end
module Outer1; class Inner1
  def one() 1 end; def two() 2 end
  def three; x = if a; b; end; end
end; end
class AfterOneLine; end
__END__
def after_end; end
