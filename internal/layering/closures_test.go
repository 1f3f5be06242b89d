package layering

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// caps are the most lines of the closures of packages: of the package and of all packages of
// ours that it imports, directly or not. Who wants to understand or to use the package must
// know these lines. Lower a cap when the closure shrinks.
var caps = map[string]int{
	"datasets":       22_550,
	"engine":         19_400,
	"engine/advice":  27_500,
	"engine/bearoff": 6_300,
	"engine/player":  31_600,
	"rating":         1_900,
	"supervised":     28_250,
	"td":             27_550,
}

// sized is a package with the lines of its files, without tests, and its imports of ours.
type sized struct {
	folder  string
	lines   int
	imports []string
}

// closureOf returns the packages that a package consists of, the one with the most lines first.
func closureOf(folder string, packages map[string]*sized) []*sized {
	var all []*sized
	seen := map[string]bool{}
	var add func(folder string)
	add = func(folder string) {
		if p := packages[folder]; p != nil && !seen[folder] {
			seen[folder] = true
			all = append(all, p)
			for _, to := range p.imports {
				add(to)
			}
		}
	}
	add(folder)
	slices.SortFunc(all, func(a, b *sized) int {
		return cmp.Or(cmp.Compare(b.lines, a.lines), cmp.Compare(a.folder, b.folder))
	})
	return all
}

// closureFault returns what is wrong with the closure of a package and how to mend it, or "".
func closureFault(folder string, most int, packages map[string]*sized) string {
	all := closureOf(folder, packages)
	if len(all) == 0 {
		return folder + " does not exist: take it out of caps in internal/layering"
	}
	lines := 0
	for _, p := range all {
		lines += p.lines
	}
	if lines <= most {
		return ""
	}
	var largest []string
	for _, p := range all[:min(len(all), 10)] {
		largest = append(largest, fmt.Sprintf("%s %d", p.folder, p.lines))
	}
	return fmt.Sprintf("%s and what it imports have %d lines, want at most %d; the largest of these %d packages: %s. "+
		"If a new import brings one in for a few uses, move these uses to a package above, move what is used down to "+
		"a small package, or take it as a parameter (an interface declared where it is used); if the lines "+
		"are needed, raise the cap in internal/layering and say why in the commit",
		folder, lines, most, len(all), strings.Join(largest, ", "))
}

// sizedPackages returns the packages of ours by their folders. The files are those of one
// platform, so that lines are the same on all.
func sizedPackages(t *testing.T) map[string]*sized {
	t.Helper()
	packages := map[string]*sized{}
	for _, p := range listPackages(t, "-tags=", "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0") {
		s := &sized{folder: p.folder()}
		for _, name := range p.GoFiles {
			s.lines += bytes.Count(must.Get(os.ReadFile(filepath.Join(p.Dir, name)))(t), []byte("\n"))
		}
		for _, to := range p.Imports {
			if ours, ok := strings.CutPrefix(to, module+"/"); ok {
				s.imports = append(s.imports, ours)
			}
		}
		packages[s.folder] = s
	}
	return packages
}

func TestClosures(t *testing.T) {
	packages := sizedPackages(t)
	for folder, most := range caps {
		if message := closureFault(folder, most, packages); message != "" {
			t.Error(message)
		}
	}
}

// A package counts once, whatever the number of ways to it.
func TestClosureFault(t *testing.T) {
	packages := map[string]*sized{
		"top":   {"top", 10, []string{"left", "right"}},
		"left":  {"left", 20, []string{"base", "fmt"}},
		"right": {"right", 30, []string{"base"}},
		"base":  {"base", 40, nil},
		"other": {"other", 50, []string{"top"}},
	}
	for _, tt := range []struct {
		folder string
		most   int
		want   string // part of the message, "" for none
	}{
		{"top", 100, ""},
		{"top", 99, "top and what it imports have 100 lines, want at most 99; the largest of these 4 packages: base 40, right 30, left 20, top 10."},
		{"other", 149, "have 150 lines"},
		{"base", 40, ""},
		{"gone", 1, "gone does not exist"},
	} {
		got := closureFault(tt.folder, tt.most, packages)
		if got == "" != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s, at most %d: %q, want %q", tt.folder, tt.most, got, tt.want)
		}
	}
}
