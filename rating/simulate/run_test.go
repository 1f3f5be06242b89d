package simulate

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
	"gammonlab/internal/must"
)

func TestBytesDoNotDependOnWorkers(t *testing.T) {
	_, two := smallStudy(t) // by two workers
	want := bytesOf(t, two)
	for _, workers := range []int{1, 5} {
		if testing.Short() && workers == 1 {
			continue
		}
		o, path := small(t), filepath.Join(t.TempDir(), "study.parquet")
		o.Workers = workers
		s := must.Get(runIn(t.Context(), path, o))(t)
		if got := bytesOf(t, path); got != want || len(s.Rows) != smallTotal {
			t.Errorf("%d workers: %d rows, other bytes: %t", workers, len(s.Rows), got != want)
		}
		if _, err := os.Stat(Unfinished(path)); !os.IsNotExist(err) {
			t.Errorf("%d workers: the part is still there: %v", workers, err)
		}
	}
}

// A run that is stopped many times, each time with an incomplete record at the
// end, ends with the same bytes and plays no match twice.
func TestResume(t *testing.T) {
	_, whole := smallStudy(t)
	path := filepath.Join(t.TempDir(), "study.parquet")
	begun := int64(0)
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithCancel(t.Context())
		o, first, last := small(t), int64(-1), int64(0)
		o.Workers = 1 + stops%2
		o.Progress = func(done, total int64) {
			if total != smallTotal {
				t.Errorf("told of %d matches, want %d", total, smallTotal)
			}
			if first < 0 {
				first = done
			}
			if last = done; done > first {
				cancel()
			}
		}
		_, err := runIn(ctx, path, o)
		cancel()
		if first < begun {
			t.Fatalf("begins with %d matches, where %d were played", first, begun)
		}
		if err == nil {
			if stops < 3 {
				t.Errorf("stopped %d times only", stops)
			}
			break
		}
		if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "run the same command again to resume") {
			t.Fatal(err)
		}
		begun = last
		f := must.Get(os.OpenFile(Unfinished(path), os.O_APPEND|os.O_WRONLY, 0))(t)
		must.Get(f.WriteString("half a record"))(t)
		f.Close()
	}
	if bytesOf(t, path) != bytesOf(t, whole) {
		t.Error("the bytes are others")
	}
}

// If two processes make the same study at the same time, one makes it, and the
// other returns an error or finds the finished study.
func TestTwoAtOnce(t *testing.T) {
	_, whole := smallStudy(t)
	path := filepath.Join(t.TempDir(), "study.parquet")
	started, errs := make(chan bool), make(chan error)
	for i := range 2 {
		o := small(t)
		if i == 0 { // the other process waits for the end of this one
			o.Progress = func(done, total int64) {
				if done == 0 {
					close(started)
					time.Sleep(200 * time.Millisecond)
				}
			}
		} else {
			<-started
		}
		go func() {
			_, err := runIn(t.Context(), path, o)
			errs <- err
		}()
	}
	for range 2 {
		err := <-errs
		refused := err != nil && (strings.Contains(err.Error(), "another process has just finished this work") ||
			strings.Contains(err.Error(), "in use by another process")) // on a slow machine
		if err != nil && !refused {
			t.Error(err)
		}
	}
	if bytesOf(t, path) != bytesOf(t, whole) {
		t.Error("the bytes are others")
	}
	if _, err := os.Stat(Unfinished(path)); err == nil {
		t.Error("the part is still there")
	}
}

// Files of another study are refused and not changed.
func TestOtherStudies(t *testing.T) {
	_, path := smallStudy(t)
	part := filepath.Join(t.TempDir(), "study.parquet")
	ctx, cancel := context.WithCancel(t.Context())
	o := small(t)
	o.Progress = func(done, _ int64) {
		if done > 2 {
			cancel()
		}
	}
	if _, err := runIn(ctx, part, o); err == nil {
		t.Fatal("not stopped")
	}
	for name, change := range map[string]func(*Settings){
		"seed":      func(o *Settings) { o.Seed++ },
		"analysis":  func(o *Settings) { o.Judge = 1 },
		"model":     func(o *Settings) { o.Model.Name = "2" },
		"databases": func(o *Settings) { o.Bearoff = named.Databases{Name: "some", Databases: enginetest.Databases(t, 3, 0)} },
		"matches":   func(o *Settings) { o.Grid.Matches++ },
		"noise":     func(o *Settings) { o.Grid.Pairs[0].A.Checker = 0.01 },
	} {
		for _, path := range []string{path, part} {
			before := ""
			for _, p := range []string{path, Unfinished(path)} {
				if data, err := os.ReadFile(p); err == nil {
					before += string(data)
				}
			}
			o := small(t)
			change(o)
			_, err := runIn(t.Context(), path, o)
			must.Fail(t, err, path, name)
			must.Fail(t, err, "with other settings (", name)
			after := ""
			for _, p := range []string{path, Unfinished(path)} {
				if data, err := os.ReadFile(p); err == nil {
					after += string(data)
				}
			}
			if before != after {
				t.Errorf("%s: the files were changed", name)
			}
		}
	}
	// The same study exists already.
	told := int64(0)
	o = small(t)
	o.Progress = func(done, _ int64) { told = done }
	if s, err := runIn(t.Context(), path, o); err != nil || len(s.Rows) != smallTotal || told != smallTotal {
		t.Errorf("%v", err)
	}
}

// A part with damage before its end is refused and not changed.
func TestDamagedPart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "study.parquet")
	ctx, cancel := context.WithCancel(t.Context())
	o := small(t)
	o.Progress = func(done, _ int64) {
		if done > 4 {
			cancel()
		}
	}
	if _, err := runIn(ctx, path, o); err == nil {
		t.Fatal("not stopped")
	}
	whole := bytesOf(t, Unfinished(path))
	frameSize := 18 + binary.Size(record{}) + 1
	for _, c := range []struct {
		name string
		data string
		want string
	}{
		{"a match twice", whole + whole[len(whole)-frameSize:], "stands there twice"},
		{"of an earlier version", "gammonlab rating study 1\n{}\n", "made by another version of this program: format 1, want 2"},
	} {
		must.OK(t, os.WriteFile(Unfinished(path), []byte(c.data), 0o600))
		_, err := runIn(t.Context(), path, small(t))
		must.Fail(t, err, c.want, c.name)
		if bytesOf(t, Unfinished(path)) != c.data {
			t.Errorf("%s: the part was changed", c.name)
		}
	}
}

// The rows equal the results of matches of the same players.
func TestRowsAreMatches(t *testing.T) {
	s, _ := smallStudy(t)
	static := engine.NewFull(engine.NewStatic(must.Get(load("1"))(t), nil))
	searcher := must.Get(search.New(static.Clone(), search.Options{}))(t)
	rows := s.Rows[2:4] // matches to 2 of the first pair
	match := evalbench.Match{
		A:     named.Player{Player: player.NewGreedy(static.Clone())},
		B:     named.Player{Player: player.NewNoisy(searcher, player.Noise{Plays: 0.1, Cube: 0.3, Gnubg: true})},
		Games: len(rows), Unpaired: true, Conditions: evalbench.Conditions{Rules: evalbench.Rules{Length: 2}, Seed: rows[0].Seed}, Assessment: evalbench.Assessment{Luck: named.Model{Evaluator: static}, Judge: new(int), JudgeModel: named.Model{Evaluator: static}},
	}
	wins, luck, errs := 0, 0.0, [2]evalbench.Errors{}
	for _, r := range rows {
		if r.Won {
			wins++
		}
		luck += r.Luck / float64(len(rows))
		errs[0].Plays, errs[0].PlayError = errs[0].Plays+int(r.PlaysA), errs[0].PlayError+r.PlayErrorA
		errs[1].Plays, errs[1].PlayError = errs[1].Plays+int(r.PlaysB), errs[1].PlayError+r.PlayErrorB
		errs[0].Cubes, errs[0].CubeError = errs[0].Cubes+int(r.CubesA), errs[0].CubeError+r.CubeErrorA
		errs[1].Cubes, errs[1].CubeError = errs[1].Cubes+int(r.CubesB), errs[1].CubeError+r.CubeErrorB
	}
	result := must.Get(match.Run(t.Context()))(t)
	if result.A.Wins != wins || result.Errors != errs {
		t.Errorf("the match has %d wins, %+v, the rows %d, %+v", result.A.Wins, result.Errors, wins, errs)
	}
	if want := (result.Adjusted().Center + 1) / 2; math.Abs(luck-want) > 1e-9 {
		t.Errorf("without luck %v, want %v", luck, want)
	}
	if errs[0].PlayError+errs[0].CubeError > 0 || errs[1].PlayError == 0 || errs[1].CubeError == 0 {
		t.Errorf("the judge's errors are %+v, the noisy player's %+v", errs[0], errs[1])
	}
}

// The shards take all cells in turn, with the longest matches first in each
// cell, and omit finished matches.
func TestShards(t *testing.T) {
	for _, c := range []struct {
		items, analysis int
		want            []int
	}{
		{1, 1, []int{1, 0, 2, 1, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2}},
		{3, 1, []int{1, 0, 2, 2, 2, 2}},
		{1, 0, []int{1, 0, 2, 2}}, // 10 belong together
		{100, 0, []int{1, 0, 2, 2}},
	} {
		o := small(t)
		o.Judge = c.analysis
		r := must.Get(newRun(must.Get(opened(o))(t)))(t)
		r.done[r.first[2]+4] = true
		seen := make([]int, len(r.done))
		var cells []int
		next := r.newSource()
		s, err := next.shard(c.items)
		for ; err == nil; s, err = next.shard(c.items) {
			cell, _ := r.place(s.First)
			cells = append(cells, cell)
			for i := range s.Items {
				seen[s.First+i]++
			}
		}
		for i, n := range seen {
			if want := 1; (n == want) == r.done[i] {
				t.Errorf("%d at once: row %d is played %d times", c.items, i, n)
			}
		}
		if err != io.EOF || !slices.Equal(cells, c.want) {
			t.Errorf("%d at once: the cells come as %v, %v, want %v", c.items, cells, err, c.want)
		}
	}
}

func TestBadOptions(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Settings)
		want   string
	}{
		"grid":             {func(o *Settings) { o.Grid.Matches = 0 }, "matches is 0"},
		"judge":            {func(o *Settings) { o.Judge = 9 }, "judge is 9, want 0 to 4"},
		"workers":          {func(o *Settings) { o.Workers = 0 }, "0 workers"},
		"model":            {func(o *Settings) { o.Model.Name = "3" }, "no model 3"},
		"a player's model": {func(o *Settings) { o.Grid.Pairs[1].B.Model.Name = "x" }, "no model x"},
		"names":            {func(o *Settings) { o.Model.Evaluator, o.Model.Name = engine.OfNet(enginetest.RandomNet(t, 4, 9)), "2" }, "two models are called 2"},
		"no grid":          {func(o *Settings) { o.Grid = Grid{} }, "grid"},
	} {
		o := small(t)
		c.change(o)
		path := filepath.Join(t.TempDir(), "study.parquet")
		must.Fail(t, must.Err(runIn(t.Context(), path, o)), c.want, name)
		if _, err := os.Stat(Unfinished(path)); !os.IsNotExist(err) {
			t.Errorf("%s: a part was begun", name)
		}
	}
}
