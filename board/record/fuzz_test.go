package record

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// addFiles seeds a fuzz target with files of testdata.
func addFiles(f *testing.F, pattern string) {
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		f.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
}

// checkRoundTrip checks that what a reader returns is unchanged after writing
// and reading. reduce removes what the format does not contain.
func checkRoundTrip(t *testing.T, read reader, write writer, reduce func(*Match), text string) {
	m, err := read("fuzz", strings.NewReader(text))
	if err != nil {
		if !strings.HasPrefix(err.Error(), "fuzz: ") {
			t.Errorf("error %q does not name the file", err)
		}
		return
	}
	_ = m.Validate() // illegal plays are no reason to panic
	written := mustWrite(t, write, m)
	again, err := read("fuzz", strings.NewReader(written))
	if err != nil {
		t.Fatalf("%v in what was written:\n%s", err, written)
	}
	reduce(m)
	reduce(again)
	if !reflect.DeepEqual(again, m) {
		t.Logf("%s", written)
		sameMatch(t, again, m)
	}
}

// asMat removes comments on actions, which .mat files do not contain, and notices of what was
// not written.
func asMat(m *Match) {
	if len(m.Games) > 0 { // or there is no line of names
		m.Names = matNames(m.Names)
	}
	for i := range m.Games {
		for k := range m.Games[i].Actions {
			m.Games[i].Actions[k].Comment = ""
		}
	}
	m.Notices = nil
}

func asSGF(m *Match) { m.Notices = nil }

func FuzzReadMat(f *testing.F) {
	addFiles(f, "testdata/*.mat")
	f.Add("7 point match\nGame 1\nA : 0 B : 0\n1)\t31: ????\t\tCannot Move\n2) Doubles => 8  Drops\n  Wins 4 points")
	f.Add("; [Event \"x\"]\nMoney session\nGame 1\nA : 0 B : 0\n1) 11: 8/7(2) bar/off 6/5/4*\nWins 1 point\nGame 2\nA : 2 B : 2")
	f.Add("3 point match\nGame 1\nA:B/C : 0  : 0\n1) 31: 8/5 6/5  33: ???\nWins 2 point\n")
	f.Add("3 point match\nGame 1\nA : 0 B : 0\n1) 64:15  : 9/8 54:\x1024/20")
	f.Fuzz(func(t *testing.T, text string) { checkRoundTrip(t, ReadMat, WriteMat, asMat, text) })
}

func FuzzReadSGF(f *testing.F) {
	addFiles(f, "testdata/*.sgf")
	f.Add("(;GM[6]PW[a\\\n\\]b\xE9]RU[Crawford:CrawfordGame]CV[2]RE[B+4R];W[31hefe]C[x](;B[double])(;B[42]))(;GM[6])")
	f.Fuzz(func(t *testing.T, text string) { checkRoundTrip(t, ReadSGF, WriteSGF, asSGF, text) })
}

func sameNames(names [2]string) [2]string { return names }
