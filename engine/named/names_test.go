package named_test

import (
	"encoding/json"
	"strings"
	"testing"

	"gammonlab/engine/named"
	"gammonlab/internal/must"
)

// The option name of a net is what the player is called, and no part of its text for seeds and
// digests. All forms of settings keep it.
func TestNamesOfPlayers(t *testing.T) {
	for _, c := range []struct{ text, name, called, again string }{
		{"net:fast", "net:fast", "net:fast", "net:fast"},
		{"net:fast,name=mine", "net:fast", "mine", "net:fast,name=mine"},
		{"net:fast,name=mine,plies=1", "net:fast,plies=1", "mine", "net:fast,plies=1,name=mine"},
		{"net:fast,plies=1,name=two words", "net:fast,plies=1", "two words", "net:fast,plies=1,name=two words"},
		{"pubeval", "pubeval", "pubeval", "pubeval"},
	} {
		var s settings
		must.OK(t, json.Unmarshal(must.Get(json.Marshal(map[string]string{"a": c.text}))(t), &s))
		if s.A.Name != c.name || s.A.Called() != c.called {
			t.Errorf("%s is %q, called %q, want %q and %q", c.text, s.A.Name, s.A.Called(), c.name, c.called)
		}
		if again := string(must.Get(s.A.MarshalText())(t)); again != c.again {
			t.Errorf("%s becomes %s, want %s", c.text, again, c.again)
		}
		must.OK(t, named.Open(&s, opener(t)))
		if of := named.Identify(s); strings.Contains(of.A.Name, "name=") || of.A.Alias != "" {
			t.Errorf("the identity of %s is %+v", c.text, of.A)
		}
		of, _, err := named.Describe(&s)
		must.OK(t, err)
		if strings.Contains(of.A.Name, "name=") || of.A.Alias != "" {
			t.Errorf("the description of %s is %+v", c.text, of.A)
		}
	}
	var list struct {
		Players named.Players    `json:"players"`
		A       named.Candidates `json:"a"`
	}
	must.OK(t, json.Unmarshal([]byte(`{"players": "net:fast,plies=1,name=x,pubeval", "a": ["net:fast,name=y", "net:td512"]}`), &list))
	if text := string(must.Get(json.Marshal(&list))(t)); text != `{"players":["net:fast,plies=1,name=x","pubeval"],"a":["net:fast,name=y","net:td512"]}` ||
		list.Players[0].Called() != "x" || list.A[0].Called() != "y" {
		t.Errorf("got %s", text)
	}
}

func TestNamesRefused(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"net:fast,name=x", "net:td512,name=x", "net:fast and net:td512 are both called x"},
		{"net:fast,name=pubeval", "pubeval", "net:fast and pubeval are both called pubeval"},
		{"net:fast,name=x", "net:fast,plies=1,name=x", "both called x"},
		{"net:fast,name=x,name=y", "pubeval", "name is given twice"},
		{"net:fast,name=", "pubeval", "name"},
		{"net:fast,name=" + strings.Repeat("x", 61), "pubeval", "want at most 60 letters on a line"},
		{"net:fast,name=a\tb", "pubeval", "want at most 60 letters on a line"},
		{"pubeval,name=x", "random", "unknown player"},
	} {
		var s settings
		must.OK(t, s.A.UnmarshalText([]byte(c.a)))
		must.OK(t, s.B.UnmarshalText([]byte(c.b)))
		must.Fail(t, named.Open(&s, opener(t)), c.want, c.a)
	}
	for _, same := range [][2]string{{"net:fast,name=x", "net:fast,name=x"}, {"net:fast", "net:fast"}} {
		var s settings
		must.OK(t, s.A.UnmarshalText([]byte(same[0])))
		must.OK(t, s.B.UnmarshalText([]byte(same[1])))
		must.OK(t, named.Open(&s, opener(t)))
	}
}
