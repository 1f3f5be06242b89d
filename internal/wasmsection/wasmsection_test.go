package wasmsection_test

import (
	"bytes"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/wasmsection"
)

// module has a section of types, which is empty, and a custom section "x".
const module = "\x00asm\x01\x00\x00\x00\x01\x01\x00\x00\x04\x01xab"

func TestCut(t *testing.T) {
	for _, content := range []string{"", "one", string(make([]byte, 300))} {
		longer := wasmsection.Append([]byte(module), "y", []byte(content))
		rest, got, err := wasmsection.Cut(longer, "y")
		if must.OK(t, err); string(rest) != module || string(got) != content {
			t.Errorf("got %q and %q", rest, got)
		}
	}
	_, got, err := wasmsection.Cut([]byte(module), "x")
	if must.OK(t, err); string(got) != "ab" {
		t.Errorf("got %q", got)
	}
}

func TestNoModule(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "no WebAssembly of version 1",
		module:                   `no section "y"`,
		module + "\x00":          "byte 17: a section of 0 bytes, want at most 0",
		module + "\x00\x09y":     "byte 17: a section of 9 bytes, want at most 1",
		module + "\x00\x02\x09y": `no section "y"`,
		module + "\x01\x02\x01y": `no section "y"`,
		module + "\x00\x00":      `no section "y"`,
		module + "\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff": "byte 17: a section of",
	} {
		_, _, err := wasmsection.Cut([]byte(text), "y")
		must.Fail(t, err, want)
	}
}

func FuzzCut(f *testing.F) {
	f.Add([]byte(module))
	f.Fuzz(func(t *testing.T, b []byte) {
		rest, content, err := wasmsection.Cut(b, "x")
		if err == nil && (len(rest)+len(content) >= len(b) || !bytes.HasPrefix(b, rest[:8])) {
			t.Errorf("%q gives %q and %q", b, rest, content)
		}
	})
}
