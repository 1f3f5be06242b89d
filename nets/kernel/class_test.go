package kernel

import (
	"runtime"
	"strings"
	"testing"
)

func TestCheckClass(t *testing.T) {
	ours := "go-" + runtime.GOARCH
	for _, test := range []struct {
		level level
		begun string
		want  string // part of the message, "" for none
	}{
		{levelAVX512, "simd", ""},
		{levelAVX2, "simd", ""},
		{levelNEON, "simd-arm64", ""},
		{levelGo, ours, ""},
		{levelGo, "simd", "made with kernel simd; kernel " + ours + " in use gives different bits: continue it on a machine with AVX2, without GAMMONLAB_KERNEL=go"},
		{levelAVX2, ours, "made with kernel " + ours + "; kernel simd in use gives different bits: continue it with GAMMONLAB_KERNEL=go"},
		{levelNEON, "simd", "made with kernel simd; kernel simd-arm64 in use gives different bits: continue it on a machine with AVX2"},
		{levelGo, "simd-arm64", "continue it on a machine with NEON, without GAMMONLAB_KERNEL=go"},
		{levelAVX2, "go-z80", "made with kernel go-z80; kernel simd in use gives different bits: continue it on a machine of that kind"},
	} {
		use(t, test.level)
		err := CheckClass(test.begun)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s with %s: %v, want %q", test.begun, levelNames[test.level], err, test.want)
		}
	}
}
