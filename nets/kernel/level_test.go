package kernel

import (
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	for _, test := range []struct {
		request string
		top     level
		want    level
		err     string // part of the message
	}{
		{"", levelAVX512, levelAVX512, ""},
		{"", levelGo, levelGo, ""},
		{"avx512", levelAVX512, levelAVX512, ""},
		{"avx2", levelAVX512, levelAVX2, ""},
		{"go", levelAVX512, levelGo, ""},
		{"go", levelGo, levelGo, ""},
		{"avx512", levelAVX2, levelAVX2, "the best supported is avx2"},
		{"avx2", levelGo, levelGo, "the best supported is go"},
		{"", levelNEON, levelNEON, ""},
		{"go", levelNEON, levelGo, ""},
		{"avx2", levelNEON, levelNEON, "the best supported is neon"},
		{"", levelSIMD128, levelSIMD128, ""},
		{"go", levelSIMD128, levelGo, ""},
		{"avx2", levelSIMD128, levelSIMD128, "the best supported is simd128"},
		{"neon", levelAVX512, levelAVX512, "the best supported is avx512"},
		{"AVX2", levelAVX512, levelAVX512, "unknown"},
		{"sse", levelAVX2, levelAVX2, "unknown"},
	} {
		got, err := choose(test.request, test.top)
		if got != test.want {
			t.Errorf("choose(%q, %s) = %s, want %s", test.request, levelNames[test.top], levelNames[got], levelNames[test.want])
		}
		if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("choose(%q, %s): error %v, want %q", test.request, levelNames[test.top], err, test.err)
		}
	}
}

func TestName(t *testing.T) {
	for _, l := range levels() {
		use(t, l)
		if got, want := Name(), levelNames[l]; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
