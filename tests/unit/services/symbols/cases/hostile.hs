{-# LANGUAGE GADTs #-}
module Demo (Shape (..), area) where
import Data.List (sort)
-- commented :: Int
{- hidden :: Int
hidden = 1 -}
data Shape a = Circle { radius :: Double, name, label :: String } | Square Double
  deriving (Show)
newtype Wrap a = Wrap { unwrap :: a }
type Alias = [Int]
data Expr where
  Lit :: Int -> Expr
  Add, Mul :: Expr -> Expr -> Expr
class Monad m => Draw m where
  draw :: a -> m ()
  (<+>), other :: m a -> m a
area :: Shape a -> Double
area (Circle r _ _) = r * local
  where local = 2
area (Square s) = s
first, second :: Int
first = 1
second = 2
unsigned x | x > 0 = 1
           | otherwise = "unsigned :: fake"
(|>) :: a -> (a -> b) -> b
x |> f = f x
instance Draw IO where
  draw _ = return ()
type family Elem c
origin =
  3
