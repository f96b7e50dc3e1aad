"""The types of our messages, one module a feature.  `docs/protocol.md` is made from them.

Params are frozen attrs classes; the converter gives them their camelCase names and refuses what
they do not name.  Results are msgspec structs, because there may be a million of them.
`registry.py` knows them all; this module imports none, so that the command line loads what it needs.
"""
