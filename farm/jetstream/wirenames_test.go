package jetstream

import "testing"

func TestAddress(t *testing.T) {
	a := address{Owner: "UABC", ID: "0123456789abcdef"}
	for _, c := range []struct{ got, want string }{
		{a.shard("7", 2), "work.UABC.0123456789abcdef.7.2"},
		{a.result("7", "UDEF"), "result.UABC.0123456789abcdef.7.UDEF"},
		{a.subject(tokenJob), "job.UABC.0123456789abcdef"},
		{pieceSubject("me", "ff", 3), "file.me.ff.3"},
	} {
		if c.got != c.want {
			t.Errorf("got %s want %s", c.got, c.want)
		}
	}
	for _, subject := range []string{a.shard("7", 2), a.result("7", "UDEF"), a.subject(tokenPause)} {
		if got, ok := parseAddress(subject); !ok || got != a {
			t.Errorf("%s: got %v %v", subject, got, ok)
		}
	}
	if _, ok := parseAddress("job.UABC"); ok {
		t.Error("a subject of two tokens has an address")
	}
}
