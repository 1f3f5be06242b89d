package setting_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gammonlab/internal/setting"
)

// flag is a name in the form of a flag.
func flag(n setting.Name) string { return "--" + strings.ReplaceAll(string(n), "_", "-") }

func TestError(t *testing.T) {
	rate := setting.Errorf("%s is %d, want less than %s, %v", setting.Name("rate"), 7, setting.Name("max_rate"), 5)
	cause := setting.Errorf("%s: %w", setting.Name("file"), io.EOF)
	for _, c := range []struct {
		name       string
		err        error
		text, flag string
	}{
		{"plain", rate, "rate is 7, want less than max_rate, 5", "--rate is 7, want less than --max-rate, 5"},
		{"cause", cause, "file: EOF", "--file: EOF"},
		{"section", setting.In("train", rate), "train.rate is 7, want less than train.max_rate, 5", "--train.rate is 7, want less than --train.max-rate, 5"},
		{"with a note", setting.In("nets.0", setting.Errorf("%w (part %s)", rate, "race")), "nets.0.rate is 7, want less than nets.0.max_rate, 5 (part race)", "--nets.0.rate is 7, want less than --nets.0.max-rate, 5 (part race)"},
		{"other error", setting.In("file", io.EOF), "file: EOF", "--file: EOF"},
	} {
		found := setting.Errors(fmt.Errorf("x: %w", c.err))
		if c.err.Error() != c.text || len(found) != 1 || found[0].Text(flag) != c.flag {
			t.Errorf("%s: %v, %v, want %s and %s", c.name, c.err, found, c.text, c.flag)
		}
	}
	if !errors.Is(setting.In("train", cause), io.EOF) {
		t.Error("the cause is lost")
	}
	if err := setting.In("train", nil); err != nil {
		t.Errorf("%v, want no error", err)
	}
}

func TestJoinedErrors(t *testing.T) {
	joined := errors.Join(setting.Errorf("%s is 1", setting.Name("a")), io.EOF, setting.Errorf("%s is 2", setting.Name("b")))
	if got, want := setting.In("x", joined).Error(), "x.a is 1\nx: EOF\nx.b is 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := setting.Errors(joined); len(got) != 2 {
		t.Errorf("%d errors about settings, want 2", len(got))
	}
}
