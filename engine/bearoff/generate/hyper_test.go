package generate

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/engine/bearoff/internal/bearofftest"
	"gammonlab/engine/bearoff/internal/digestfile"
	"gammonlab/internal/must"
)

// The MD5 sums are those of the files of gnubg 1.07.001's makehyper.
func TestHyperSums(t *testing.T) {
	for checkers, want := range map[int]string{
		1: "a7c5848c841b2a5742f03b1bdaa01990",
		2: "c76269ce0aac667a015dc3b85ea31921",
	} {
		t.Run(string(rune('0'+checkers)), func(t *testing.T) {
			sum := md5.Sum(hypers.File(t, checkers))
			if got := hex.EncodeToString(sum[:]); got != want {
				t.Errorf("MD5 %s, want %s", got, want)
			}
		})
	}
}

func TestHyperIsMakehypers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hyper1.bd")
	out, err := exec.Command(bearofftest.Program(t, "makehyper"), "-c", "1", "-n", "-f", path).CombinedOutput()
	if err != nil {
		t.Fatalf("makehyper: %v\n%s", err, out)
	}
	want := must.Get(os.ReadFile(path))(t)
	if !bytes.Equal(hypers.File(t, 1), want) {
		t.Error("makehyper makes another file")
	}
}

// hyperStep has the arguments of a call of Progress.
type hyperStep struct {
	sweep       int
	norm        float64
	done, total int64
}

func TestHyperProgress(t *testing.T) {
	var ends []hyperStep
	last := hyperStep{}
	must.OK(t, Hyper(t.Context(), filepath.Join(t.TempDir(), "x"), HyperOptions{Checkers: 1,
		Progress: func(sweep int, norm float64, done, total int64) {
			if sweep < last.sweep || sweep == last.sweep && (done <= last.done || norm < last.norm) || total != 676 {
				t.Errorf("progress %v after %v", []any{sweep, norm, done, total}, last)
			}
			last = hyperStep{sweep, norm, done, total}
			if done == total {
				ends = append(ends, last)
			}
		}}))
	// As makehyper prints them.
	want := []float64{4.166667, 3.103666, 1.931434, 0.593248, 0.236482, 0.076126}
	if len(ends) != 15 {
		t.Fatalf("%d sweeps, want 15", len(ends))
	}
	for i, w := range want {
		if got := ends[i].norm; got < w-1e-6 || got > w+1e-6 {
			t.Errorf("norm of sweep %d is %.6f, want %.6f", i+1, got, w)
		}
	}
	if got := ends[14].norm; got > HyperThreshold {
		t.Errorf("last norm %v, want no more than %v", got, HyperThreshold)
	}
}

// With two checkers of the side on the bar, many records are read in the row
// that they are part of.
func TestHyperWorkers(t *testing.T) {
	var want []hyperValue
	for _, workers := range []int{1, 2, 5} {
		h := newHyperTable(t.Context(), 2, workers)
		s := newHyperSweep(h, workers)
		var got []hyperValue
		for _, own := range []int{100, 200, 300, 349, 350} {
			s.row(own)
			for opp := range h.n {
				got = append(got, h.value(own, opp))
			}
		}
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d workers make other records", workers)
		}
	}
}

func TestHyperOptions(t *testing.T) {
	for _, o := range []HyperOptions{{}, {Checkers: 4}, {Checkers: -1}, {Checkers: 1, Threshold: -1}} {
		path := filepath.Join(t.TempDir(), "x")
		if err := Hyper(t.Context(), path, o); err == nil {
			t.Errorf("%+v: no error", o)
		}
		wantHyperFiles(t, filepath.Dir(path))
	}
}

func wantHyperFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries := must.Get(os.ReadDir(dir))(t)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
}

// stopHyper makes the database until the given sweep has done the given number
// of records, and cancels.
func stopHyper(t *testing.T, path string, o HyperOptions, sweep int, done int64) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Progress = func(s int, _ float64, d, _ int64) {
		if s == sweep && d >= done {
			cancel()
		}
	}
	err := Hyper(ctx, path, o)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), path+".part") {
		t.Fatalf("error %v, want that of the cancellation and the file to go on from", err)
	}
	wantHyperFiles(t, filepath.Dir(path), filepath.Base(path)+".part")
}

// resumeHyper resumes the work and compares the result with that of an
// uninterrupted run.
func resumeHyper(t *testing.T, path string, o HyperOptions, want []byte) {
	t.Helper()
	must.OK(t, Hyper(t.Context(), path, o))
	got := must.Get(os.ReadFile(path))(t)
	if !bytes.Equal(got, want) {
		t.Error("a resumed run makes another file")
	}
	wantHyperFiles(t, filepath.Dir(path), filepath.Base(path), filepath.Base(path)+digestfile.Suffix)
}

func TestHyperResumes(t *testing.T) {
	o := HyperOptions{Checkers: 1}
	for _, stop := range []struct {
		sweep int
		done  int64
	}{{1, 26}, {1, 676}, {8, 650}} {
		path := filepath.Join(t.TempDir(), "x")
		stopHyper(t, path, o, stop.sweep, stop.done)
		resumeHyper(t, path, o, hypers.File(t, 1))
	}
	path := filepath.Join(t.TempDir(), "x")
	for _, sweep := range []int{1, 2, 2, 9} {
		stopHyper(t, path, o, sweep, 300)
	}
	resumeHyper(t, path, o, hypers.File(t, 1))
}

func TestHyperResumesTwoCheckers(t *testing.T) {
	want := hypers.File(t, 2)
	path := filepath.Join(t.TempDir(), "x")
	stopHyper(t, path, HyperOptions{Checkers: 2, Workers: 2}, 11, 200*351)
	resumeHyper(t, path, HyperOptions{Checkers: 2, Workers: 1}, want)
}

// The table of three checkers takes seconds to make; a run that is stopped before it is there
// leaves nothing.
func TestHyperStopsEarly(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(t.TempDir(), "x")
	if err := Hyper(ctx, path, HyperOptions{Checkers: 1}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := os.Stat(path + ".part"); err == nil {
		t.Error("it has a checkpoint of nothing")
	}
}

// A kill leaves the last checkpoint and perhaps a temporary file. The test
// copies the checkpoint during the run.
func TestHyperKilled(t *testing.T) {
	path, killed := filepath.Join(t.TempDir(), "x"), filepath.Join(t.TempDir(), "x")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := HyperOptions{Checkers: 1, checkpointEvery: 1}
	o.Progress = func(sweep int, _ float64, done, _ int64) {
		if sweep != 2 || done != 10*26 {
			return
		}
		cancel()
		data, err := os.ReadFile(path + ".part")
		if err != nil {
			t.Error(err)
		}
		for name, data := range map[string][]byte{
			killed + ".part": data,
			filepath.Join(filepath.Dir(killed), ".x.part.99-0.tmp"): data[:1000],
		} {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Error(err)
			}
		}
	}
	if err := Hyper(ctx, path, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	resumeHyper(t, killed, HyperOptions{Checkers: 1}, hypers.File(t, 1))
}

func TestHyperRefusesCheckpoints(t *testing.T) {
	o := HyperOptions{Checkers: 1}
	whole := hyperCheckpointBytes(t, o)
	lines := bytes.SplitAfterN(whole, []byte("\n"), 3)
	for _, c := range []struct {
		name, data, want string
		o                HyperOptions
	}{
		{"of an earlier version", "gammonlab hypergammon checkpoint 1\n", "made by another version of this program: format 1, want 2", o},
		{"cut", string(whole[:len(whole)/2]), " of 26 rows of a checkpoint; delete it and start again", o},
		{"longer", string(whole) + string(lines[2]), "a row after all 26", o},
		{"other checkers", string(whole), "other settings (checkers 1, want 2)", HyperOptions{Checkers: 2}},
		{"other threshold", string(whole), "stop_change", HyperOptions{Checkers: 1, Threshold: 1e-4}},
	} {
		path := filepath.Join(t.TempDir(), "x")
		must.OK(t, os.WriteFile(path+".part", []byte(c.data), 0o666))
		err := Hyper(t.Context(), path, c.o)
		must.Fail(t, err, c.want, c.name)
		must.Fail(t, err, path+".part", c.name)
		wantHyperFiles(t, filepath.Dir(path), "x.part")
		if c.name == "cut" {
			continue
		}
		if data, err := os.ReadFile(path + ".part"); err != nil || string(data) != c.data {
			t.Errorf("%s: the checkpoint was changed", c.name)
		}
	}
}

// hyperCheckpointBytes returns a checkpoint of a run stopped on its way.
func hyperCheckpointBytes(t *testing.T, o HyperOptions) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x")
	stopHyper(t, path, o, 3, 300)
	return must.Get(os.ReadFile(path + ".part"))(t)
}

func TestHyperLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	o := HyperOptions{Checkers: 1, checkpointEvery: 1}
	var second error
	o.Progress = func(sweep int, _ float64, done, _ int64) {
		if sweep == 2 && done == 26 {
			second = Hyper(t.Context(), path, HyperOptions{Checkers: 1})
		}
	}
	must.OK(t, Hyper(t.Context(), path, o))
	if second == nil || !strings.Contains(second.Error(), path+".part: in use by another process") {
		t.Errorf("error %v, want that another run makes the file", second)
	}
}

func TestHyperKeysKeepTheOrder(t *testing.T) {
	order := []float32{-3, -1, -1e-7, -1e-40, 0, 1e-40, 1e-7, 0.5, 1, 3}
	for i, a := range order {
		if got := hyperFloat(hyperKey(a)); got != a {
			t.Errorf("%v comes back as %v", a, got)
		}
		for _, b := range order[:i] {
			if hyperKey(b) >= hyperKey(a) {
				t.Errorf("key of %v is not below that of %v", b, a)
			}
		}
	}
}

func BenchmarkHyperSweep(b *testing.B) {
	h := newHyperTable(b.Context(), 2, 1)
	s := newHyperSweep(h, 1)
	for b.Loop() {
		for own := range h.n {
			s.row(own)
		}
	}
	b.ReportMetric(float64(b.N)*float64(h.n*h.n)/b.Elapsed().Seconds(), "positions/s")
}
