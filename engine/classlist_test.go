package engine_test

import (
	"testing"

	"gammonlab/engine"
)

func TestParseClassList(t *testing.T) {
	if c, err := engine.ParseClassList("race,contact"); err != nil || len(c) != 2 || c[0] != engine.Race || c[1] != engine.Contact || c.String() != "contact,race" {
		t.Errorf("classes: %v, %v", c, err)
	}
	if c, err := engine.ParseClassList("race\ncontact"); err != nil || c.String() != "contact,race" {
		t.Errorf("classes on lines: %v, %v", c, err)
	}
	for _, text := range []string{"", "race,race", "bearoff1", "Race"} {
		if c, err := engine.ParseClassList(text); err == nil {
			t.Errorf("classes %q: %v", text, c)
		}
	}
}
