package api_test

import (
	"net/url"
	"testing"

	"gammonlab/desk/pages/api"
)

// Every query is refused or read as a legal position.
func FuzzQuery(f *testing.F) {
	for _, query := range []string{
		"", opening, "die1=3&die2=1&" + opening, "die1=1&die2=1&p5=2&p24=-1", "p0=-15&p25=15", "p4=%zz", "p4=1&p4=1", "x_away=1&o_away=64&" + opening,
		"p01=1", "p4=+3", "p4=9999999999999999999", "model=a%00b&plies=3&" + opening, "p4=1;p5=2",
	} {
		f.Add(query, true)
		f.Add(query, false)
	}
	f.Fuzz(func(t *testing.T, raw string, dice bool) {
		if api.Parse(raw, dice) != nil {
			return
		}
		values, err := url.ParseQuery(raw)
		if err != nil {
			t.Errorf("%q was read, but it is no query: %v", raw, err)
		}
		if values.Has("die1") != dice {
			t.Errorf("%q was read, with dice %v", raw, dice)
		}
	})
}
