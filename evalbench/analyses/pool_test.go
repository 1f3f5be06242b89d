package analyses

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board/record"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/farm"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// played are records: two whole ones, and one with an illegal play.
func played(t *testing.T) []string {
	t.Helper()
	const text = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n" +
		"  1) 31: 24/23 13/10             62: 24/18 13/11\n  2) 55: 13/3 13/3               41: 13/9 6/5\n"
	dir := t.TempDir()
	var files []string
	for name, text := range map[string]string{"a.mat": text, "b.mat": strings.Replace(text, "Ann", "Eve", 1), "broken.mat": strings.Replace(text, "6/5", "6/1", 1)} {
		files = append(files, filepath.Join(dir, name))
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	return files
}

func TestKind(t *testing.T) {
	o := analysis.Options{Strength: named.StrengthOf(enginetest.RandomStatic(t, 10, 1), 0), Candidates: 2, Workers: 1}
	d := doer{o}
	files := played(t)
	source := func() farm.Source {
		i := 0
		return func(int) (farm.Shard, error) {
			if i == len(files) {
				return farm.Shard{}, io.EOF
			}
			m := must.Get(record.Read(files[i], strings.NewReader(string(must.Get(os.ReadFile(files[i]))(t)))))(t)
			i++
			return farm.Shard{First: uint64(i - 1), Items: 1, Payload: payload(m, files[i-1], must.Get(os.ReadFile(files[i-1]))(t))}, nil
		}
	}
	job := func(files []string) *farm.Job {
		w := newPooled(files, &Options{Analysis: o}, nil)
		return w.job()
	}
	farmtest.Kind(t, farmtest.Work{
		Job: job(files), Kind: Kind(), Source: source, Other: job(files[1:]),
		Join: func(dst []byte, s farm.Shard, result []byte) ([]byte, error) {
			m := must.Get(readPayload(&s))(t)
			report, fault, err := d.report(m, result)
			if err != nil || fault != nil {
				return append(dst, result...), err
			}
			return append(dst, must.Get(json.Marshal(report))(t)...), nil
		},
	})
}

// Results of a pool are those of goroutines, in the order of the files, with and without
// the cache.
func TestPool(t *testing.T) {
	files := append(played(t), "missing.mat")
	static := enginetest.RandomStatic(t, 10, 1)
	cache := t.TempDir()
	reports := func(pool farm.Pool, cached int) string {
		o := Options{Analysis: analysis.Options{Strength: named.StrengthOf(static, 0), Candidates: 2, Workers: 2}, Pool: pool}
		if pool != nil {
			o.Cache = must.Get(NewCache(cache, o.Analysis))(t)
		}
		var text strings.Builder
		done, hits := int64(0), 0
		o.Progress = func(n, total int64) {
			if done++; n != done || total != int64(len(files)) {
				t.Errorf("progress %d of %d", n, total)
			}
		}
		must.OK(t, Analyse(t.Context(), files, o, func(r *Result) error {
			if r.Cached {
				hits++
			}
			text.WriteString(r.File)
			if r.Err != nil {
				text.WriteString(r.Err.Error())
				return nil
			}
			text.Write(must.Get(json.Marshal(r.Report))(t))
			return nil
		}))
		if done != int64(len(files)) || hits != cached {
			t.Errorf("%d of %d files, %d of the cache, want %d", done, len(files), hits, cached)
		}
		return text.String()
	}
	want := reports(nil, 0)
	if got := reports(farmtest.NewPool(t, Kind()), 0); got != want || !strings.Contains(want, "broken.mat: game 1") {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := reports(farmtest.NewPool(t, Kind()), 2); got != want {
		t.Errorf("from the cache: %s\nwant %s", got, want)
	}
}

// Analyses that a description cannot have are refused.
func TestNotOnPool(t *testing.T) {
	for want, o := range map[string]analysis.Options{
		"single games": {Strength: named.StrengthOf(enginetest.RandomStatic(t, 10, 1), 0), Games: []int{1}},
		"not a model":  {Strength: named.StrengthOf(enginetest.Pips{}, 0)},
	} {
		must.Fail(t, must.Err(describe(&o, "")), want)
	}
}
