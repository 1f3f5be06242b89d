package identity

import (
	"errors"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	onlyOurs := func(class string) error {
		if class != "ours" {
			return errors.New("made with kernel " + class)
		}
		return nil
	}
	for _, c := range []struct {
		name, found, want string
		check             func(string) error
		err               string
	}{
		{"equal", `{"a":1,"b":[2]}`, `{"a":1,"b":[2]}`, nil, ""},
		{"another order", `{"b":[2],"a":1}`, `{"a":1,"b":[2]}`, nil, ""},
		{"several", `{"a":1,"b":2,"c":3}`, `{"a":1,"b":"x","d":4}`, nil, `with other settings (b 2, want "x"; c 3, want ""; d "", want 4)`},
		{"the same kernel", `{"a":1,"kernel":"ours"}`, `{"a":1,"kernel":"ours"}`, onlyOurs, ""},
		{"another kernel", `{"a":1,"kernel":"other"}`, `{"a":1,"kernel":"ours"}`, onlyOurs, "made with kernel other"},
		{"no kernel", `{"a":1}`, `{"a":1,"kernel":"ours"}`, onlyOurs, `with other settings (kernel "", want "ours")`},
		{"another kernel and setting", `{"a":1,"kernel":"other"}`, `{"a":2,"kernel":"ours"}`, onlyOurs, "with other settings (a 1, want 2)"},
		{"a kernel, for work that ignores it", `{"a":1,"kernel":"other"}`, `{"a":1}`, onlyOurs, `with other settings (kernel "other", want "")`},
		{"a kernel, compared like a setting", `{"kernel":"other"}`, `{"kernel":"ours"}`, nil, `with other settings (kernel "other", want "ours")`},
		{"fields of an object", `{"a":{"b":1,"c":2},"d":3}`, `{"a":{"b":1,"c":4},"d":3}`, nil, "with other settings (a.c 2, want 4)"},
		{"elements of a list", `{"a":[{"b":1},{"b":2}]}`, `{"a":[{"b":1},{"b":3}]}`, nil, "with other settings (a.1.b 2, want 3)"},
		{"lists of other lengths", `{"a":[{"b":1}]}`, `{"a":[]}`, nil, `with other settings (a [{"b":1}], want [])`},
		{"an object and a number", `{"a":{"b":1}}`, `{"a":1}`, nil, `with other settings (a {"b":1}, want 1)`},
		{"not an object", `[1]`, `{"a":1}`, nil, "not a JSON object"},
		{"a number for a kernel", `{"kernel":1}`, `{"kernel":"ours"}`, onlyOurs, "kernel: "},
	} {
		err := Compare([]byte(c.found), []byte(c.want), c.check)
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v, want %q", c.name, err, c.err)
		}
	}
}

func TestBetween(t *testing.T) {
	type settings struct {
		Seed int    `json:"seed"`
		Name string `json:"name"`
	}
	if got := Between(settings{1, "a"}, settings{2, "a"}).String(); got != "seed 1, want 2" {
		t.Errorf("got %q", got)
	}
	if got := Between(settings{1, "a"}, settings{1, "a"}); len(got) != 0 {
		t.Errorf("equal documents: %v", got)
	}
}
