package datasets_test

import (
	"testing"

	"gammonlab/datasets"
	"gammonlab/engine"
)

func TestParseClasses(t *testing.T) {
	if c, err := datasets.ParseClasses("race,contact"); err != nil || len(c) != 2 || c[0] != engine.Race || c[1] != engine.Contact || c.String() != "contact,race" {
		t.Errorf("classes: %v, %v", c, err)
	}
	if c, err := datasets.ParseClasses("race\ncontact"); err != nil || c.String() != "contact,race" {
		t.Errorf("classes on lines: %v, %v", c, err)
	}
	for _, text := range []string{"", "race,race", "bearoff1", "Race"} {
		if c, err := datasets.ParseClasses(text); err == nil {
			t.Errorf("classes %q: %v", text, c)
		}
	}
}
