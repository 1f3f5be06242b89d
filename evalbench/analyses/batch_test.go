package analyses_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board/record"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/evalbench/analyses"
	"gammonlab/internal/must"
)

// short is a match of one short game; TITLE differs between files.
const short = `; [Site "TITLE"]
 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 24/23 13/10             62: 24/18 13/11
  2) 55: 13/3 13/3               41: 13/9 6/5
  3)  Doubles => 2                Drops
      Wins 1 point
`

// folder returns a folder of records, some of them in subfolders, with a broken
// record and files that are no records.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"b.mat":         short,
		"a/2.mat":       strings.ReplaceAll(short, "TITLE", "two"),
		"a/1.mat":       strings.ReplaceAll(short, "TITLE", "one"),
		"a/notes.txt":   "We met at the club.",
		"broken.mat":    strings.ReplaceAll(short, "13/9 6/5", "13/9 5/1"),
		".hidden/x.mat": short,
	} {
		path := filepath.Join(dir, name)
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.OK(t, os.WriteFile(path, []byte(text), 0o666))
	}
	return dir
}

// options returns the options of the tests.
func options(t *testing.T, workers int) analyses.Options {
	return analyses.Options{Analysis: analysis.Options{Strength: named.StrengthOf(enginetest.RandomStatic(t, 10, 1), 0), Candidates: 2, Workers: workers}}
}

// run returns the reports of all files as JSON, those of the cache by number, and the
// errors.
func run(t *testing.T, files []string, o analyses.Options) (reports string, cached []int, errs []error) {
	t.Helper()
	var b bytes.Buffer
	n := 0
	must.OK(t, analyses.Analyse(t.Context(), files, o, func(r *analyses.Result) error {
		if r.Cached {
			cached = append(cached, n)
		}
		n++
		if r.Err != nil {
			errs = append(errs, r.Err)
			return nil
		}
		b.Write(must.Get(json.Marshal(r.Report))(t))
		return nil
	}))
	return b.String(), cached, errs
}

// TestAnalyse compares the reports with those for other numbers of workers and
// from the cache. One of the records is broken.
func TestAnalyse(t *testing.T) {
	files := must.Get(record.FindMatches(folder(t)))(t).Files
	one, _, errs := run(t, files, options(t, 1))
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "broken.mat: game 1, move 2") {
		t.Errorf("the errors are %v", errs)
	}
	o := options(t, 9)
	cache := t.TempDir()
	o.Cache = must.Get(analyses.NewCache(cache, o.Analysis))(t)
	for _, want := range [][]int{nil, {0, 1, 2}} {
		all, cached, errs := run(t, files, o)
		if all != one || len(errs) != 1 || !slices.Equal(cached, want) {
			t.Errorf("reports equal %v, %d errors, %v from the cache, want %v", all == one, len(errs), cached, want)
		}
	}

	kept := must.Get(filepath.Glob(filepath.Join(cache, "*/*")))(t)
	must.OK(t, os.WriteFile(kept[0], []byte("damage"), 0o666))
	if all, cached, _ := run(t, files, o); all != one || len(cached) != 2 {
		t.Errorf("after damage: reports equal %v, %v from the cache", all == one, cached)
	}
	for name, change := range map[string]func(*analysis.Options){
		"candidates": func(a *analysis.Options) { a.Candidates = 3 },
		"model":      func(a *analysis.Options) { a.Model.Evaluator = enginetest.RandomStatic(t, 10, 2) },
		"plies":      func(a *analysis.Options) { a.Plies = 1 },
	} {
		other := options(t, 2)
		change(&other.Analysis)
		other.Cache = must.Get(analyses.NewCache(cache, other.Analysis))(t)
		if all, cached, _ := run(t, files[:1], other); len(cached) > 0 || strings.HasPrefix(one, all) {
			t.Errorf("other %s: the same report, %v from the cache", name, cached)
		}
	}
	if err := o.Cache.Err(); err != nil {
		t.Error(err)
	}
}

// TestInterrupted ends the context after the first file, which is kept.
func TestInterrupted(t *testing.T) {
	files := must.Get(record.FindMatches(folder(t)))(t).Files
	o := options(t, 1)
	o.Cache = must.Get(analyses.NewCache(t.TempDir(), o.Analysis))(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := analyses.Analyse(ctx, files, o, func(*analyses.Result) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, cached, _ := run(t, files, o); len(cached) == 0 || cached[0] != 0 {
		t.Errorf("%v from the cache", cached)
	}
}

// TestJacoby has records with and without the rule in the same cache.
func TestJacoby(t *testing.T) {
	path := filepath.Join(t.TempDir(), "money.mat")
	must.OK(t, os.WriteFile(path, []byte(strings.ReplaceAll(short, "3 point", "0 point")), 0o666))
	o := options(t, 1)
	o.Cache = must.Get(analyses.NewCache(t.TempDir(), o.Analysis))(t)
	var reports []string
	for _, jacoby := range []bool{true, false, true} {
		o.Prepare = func(m *record.Match) { m.Rules.Jacoby = jacoby }
		all, _, errs := run(t, []string{path}, o)
		if errs != nil {
			t.Fatal(errs)
		}
		reports = append(reports, all)
	}
	if reports[0] == reports[1] || reports[0] != reports[2] {
		t.Error("the rule makes no difference, or not the same twice")
	}
}

// TestCacheWithoutAFolder checks that the cache keeps nothing and reports this.
func TestCacheWithoutAFolder(t *testing.T) {
	files := must.Get(record.FindMatches(folder(t)))(t).Files
	o := options(t, 1)
	o.Cache = must.Get(analyses.NewCache(filepath.Join(files[0], "x"), o.Analysis))(t)
	if _, _, errs := run(t, files[:2], o); errs != nil || o.Cache.Err() == nil {
		t.Errorf("errors %v, of the cache %v", errs, o.Cache.Err())
	}
	if _, err := analyses.NewCache("x", analysis.Options{Strength: named.StrengthOf(&enginetest.Fake{}, 0)}); err == nil {
		t.Error("analyses by a fake evaluator are kept")
	}
}

// A file far larger than the memory is refused by its first bytes.
func TestHugeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "huge.mat")
	must.OK(t, os.WriteFile(path, nil, 0o666))
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Skip(err) // a file system without holes
	}
	_, _, errs := run(t, []string{path}, options(t, 1))
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "huge.mat: the file is a binary file of an unknown format") {
		t.Errorf("got %v", errs)
	}
}

// A file of two matches gives two results, which a pool and the cache know by their number.
func TestSeveralMatches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "two.mat")
	must.OK(t, os.WriteFile(path, []byte(short+"\n"+strings.ReplaceAll(short, "Bob", "Cid")), 0o666))
	o := options(t, 1)
	o.Cache = must.Get(analyses.NewCache(t.TempDir(), o.Analysis))(t)
	for _, cached := range []bool{false, true} {
		var names, digests []string
		must.OK(t, analyses.Analyse(t.Context(), []string{path}, o, func(r *analyses.Result) error {
			if r.Err != nil || r.Cached != cached || r.Report.Names != r.Match.Names {
				t.Errorf("%s: %v, cached %v", r.File, r.Err, r.Cached)
			}
			names, digests = append(names, r.File+" "+r.Match.Names[1]), append(digests, r.Digest)
			return nil
		}))
		if !slices.Equal(names, []string{path + "#1 Bob", path + "#2 Cid"}) || digests[0] == digests[1] {
			t.Errorf("got %q, %q", names, digests)
		}
	}
	if r := analyses.Known(path+"#2", o); !r.Cached || r.Match.Names[1] != "Cid" {
		t.Errorf("got %+v", r)
	}
	must.Fail(t, analyses.Known(path, o).Err, "the file has 2 matches")
}

// With KeepGoing, what stands before a fault is analysed.
func TestFault(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cut.mat")
	must.OK(t, os.WriteFile(path, []byte(short+strings.Repeat("x", 1<<17)), 0o666))
	for _, keepGoing := range []bool{false, true} {
		o := options(t, 1)
		o.Analysis.KeepGoing = keepGoing
		r := analyses.One(t.Context(), path, o)
		if r.Match == nil || r.Fault == nil || (r.Err == nil) != keepGoing || (r.Report != nil) != keepGoing {
			t.Errorf("keep going %v: %+v", keepGoing, r)
		}
	}
}
