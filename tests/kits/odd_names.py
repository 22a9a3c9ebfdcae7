"""Names of journals that mean something else in an address, or can't stand in one."""

ODD = (
    *("", ".", "..", "...", "/", "a/b", "a/b/events", "../a", "a?b", "a#b", "a%2fb", "%2e%2e"),
    *("~", "~YS9i", " ", "a b", " a", "a\nb", "-a", ".a", "a\\b", "a:b", "a;b", "ä", "☃", "\x00"),
    "a" * 201,
)
