package setting_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gammonlab/internal/setting"
)

const (
	inner = setting.Package("inner")
	outer = setting.Package("outer")
)

// flag is a name in the form of a flag.
func flag(n setting.Name) string { return "--" + strings.ReplaceAll(string(n), "_", "-") }

func TestError(t *testing.T) {
	rate := inner.Errorf("%s is %d, want less than %s, %v", setting.Name("rate"), 7, setting.Name("max_rate"), 5)
	cause := inner.Errorf("%s: %w", setting.Name("file"), io.EOF)
	for _, c := range []struct {
		name       string
		err        error
		text, flag string
	}{
		{"plain", rate, "inner: rate is 7, want less than max_rate, 5", "--rate is 7, want less than --max-rate, 5"},
		{"cause", cause, "inner: file: EOF", "--file: EOF"},
		{"same section", outer.In("", rate), "outer: rate is 7, want less than max_rate, 5", "--rate is 7, want less than --max-rate, 5"},
		{"section", outer.In("train", rate), "outer: train.rate is 7, want less than train.max_rate, 5", "--train.rate is 7, want less than --train.max-rate, 5"},
		{"with a note", outer.In("nets.0", inner.Errorf("%w (part %s)", rate, "race")), "outer: nets.0.rate is 7, want less than nets.0.max_rate, 5 (part race)", "--nets.0.rate is 7, want less than --nets.0.max-rate, 5 (part race)"},
		{"other error", outer.In("file", io.EOF), "outer: file: EOF", "--file: EOF"},
		{"other error, same section", outer.In("", io.EOF), "outer: EOF", "EOF"},
	} {
		found := setting.Errors(fmt.Errorf("x: %w", c.err))
		if c.err.Error() != c.text || len(found) != 1 || found[0].Text(flag) != c.flag {
			t.Errorf("%s: %v, %v, want %s and %s", c.name, c.err, found, c.text, c.flag)
		}
	}
	if !errors.Is(outer.In("train", cause), io.EOF) {
		t.Error("the cause is lost")
	}
	if err := outer.In("train", nil); err != nil {
		t.Errorf("%v, want no error", err)
	}
}

func TestJoinedErrors(t *testing.T) {
	joined := errors.Join(inner.Errorf("%s is 1", setting.Name("a")), io.EOF, inner.Errorf("%s is 2", setting.Name("b")))
	if got, want := outer.In("x", joined).Error(), "outer: x.a is 1\nouter: x: EOF\nouter: x.b is 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := setting.Errors(joined); len(got) != 2 {
		t.Errorf("%d errors about settings, want 2", len(got))
	}
}
