defmodule Demo.Repo do
  @moduledoc """
  def fake do
  """
  # def commented, do: 1
  @type t :: %__MODULE__{}
  @callback run(integer) :: :ok
  defstruct [:name]
  def find(id) when is_integer(id), do: id
  def find(id) do
    "def nope do #{id}"
  end
  defp secret?(x), do: x
  defmacro debug(x), do: x
  defguard is_even(x) when rem(x, 2) == 0
  def delete!(a, b \\ nil)
  def multi(
        a,
        b
      ) do
    a
  end
  defmodule Inner do
    def deep, do: ~s(def sigil do)
  end
end
defprotocol Size do
  def size(data)
end
defimpl Size, for: BitString do
  def size(s), do: byte_size(s)
end
defmodule Charlists do
  @space '\t\s'
  @punctuation ')]}"\'.$'
  defp after_charlist(x), do: x
end
