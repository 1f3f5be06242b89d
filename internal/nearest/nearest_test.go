package nearest

import "testing"

func TestOf(t *testing.T) {
	names := []string{"match", "merge", "generate", "a", "games", "seed"}
	for word, want := range map[string]string{
		"mtch": "match", "macth": "match", "gmes": "games", "gen": "generate", "genrate": "generate",
		"x": "", "frob": "", "m": "", "": "", "matchmaker": "", "sed": "seed",
	} {
		if got := Of(word, names); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestTypingErrors(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "", 3}, {"abc", "acb", 1}, {"abc", "abcd", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}} {
		if got, back := typingErrors(c.a, c.b), typingErrors(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%q and %q: %d and %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
}

func TestQuestion(t *testing.T) {
	names := []string{"rate", "batch"}
	if got, want := Question("rat", names), "; did you mean rate?"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Question("games", names); got != "" {
		t.Errorf("%q, want no question", got)
	}
}
