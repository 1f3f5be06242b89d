package wire

import "testing"

func TestAddress(t *testing.T) {
	a := Address{Owner: "UABC", ID: "0123456789abcdef"}
	for _, c := range []struct{ got, want string }{
		{a.Shard("7", 2), "work.UABC.0123456789abcdef.7.2"},
		{a.Result("7", "UDEF"), "result.UABC.0123456789abcdef.7.UDEF"},
		{a.Subject(TokenJob), "job.UABC.0123456789abcdef"},
		{PieceSubject("me", "ff", 3), "file.me.ff.3"},
	} {
		if c.got != c.want {
			t.Errorf("got %s want %s", c.got, c.want)
		}
	}
	for _, subject := range []string{a.Shard("7", 2), a.Result("7", "UDEF"), a.Subject(TokenPause)} {
		if got, ok := ParseAddress(subject); !ok || got != a {
			t.Errorf("%s: got %v %v", subject, got, ok)
		}
	}
	if _, ok := ParseAddress("job.UABC"); ok {
		t.Error("a subject of two tokens has an address")
	}
}
