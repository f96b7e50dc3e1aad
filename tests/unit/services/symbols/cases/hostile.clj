(ns demo.core
  (:require [clojure.string :as str]))
; (defn commented [])
(def limit 10)
(defn- ^:private helper "(defn fake []" [x] (let [y 1] y))
(defn run
  ([a] a)
  ([a b] b))
(defmacro when-let2 [x] x)
(defprotocol Shape (area [this]))
(defrecord Circle [r] Shape (area [this] r))
(defmulti dispatch :type)
(defmethod dispatch :a [x] x)
(def paren \( ) (def nested 2)
(ns ^{:author "A {b}"
      :doc "text"}
  several.lines)
(def ^{:private true}
  below 1)
