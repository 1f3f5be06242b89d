package plaintext_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"gammonlab/internal/must"
	"gammonlab/internal/plaintext"
)

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, c := range []struct{ text, want, fault string }{
		{"", "", ""},
		{"a\n\nb", "a\n|\n|b", ""},
		{"a\r\n" + long + "\n" + long, "a\r\n|" + long + "\n|" + long, ""},
		{"a\n" + long + "xxx\nb\n", "a\n", "name:2: longer than 100 bytes"},
	} {
		lines := plaintext.NewLines(strings.NewReader(c.text), "name", 100)
		var got []string
		var err error
		for err == nil {
			var line string
			if line, err = lines.Next(); err == nil {
				got = append(got, line)
			}
		}
		if text := strings.Join(got, "|"); text != c.want || (err == io.EOF) != (c.fault == "") || err != io.EOF && err.Error() != c.fault {
			t.Errorf("%.20q: %q, %v", c.text, text, err)
		}
	}
	lines := plaintext.NewLines(iotest.ErrReader(errors.New("torn")), "name", 100)
	_, err := lines.Next()
	must.Fail(t, err, "name: torn")
	must.Fail(t, lines.Fault(errors.New("bad")), "name:0: bad")
}

func TestCutMiddle(t *testing.T) {
	for text, want := range map[string]string{"": "", "abcde": "abcde", "abcdef": "ab…ef", "äöüéèà": "äö…èà", "äöüé": "äöüé"} {
		if got := plaintext.CutMiddle(text, 5); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
