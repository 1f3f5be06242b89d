package evalbench

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
)

// kept returns a match whose results are kept in a new file.
func kept(t *testing.T, form Form) Match {
	t.Helper()
	static := randomStatic(t, nil)
	judge, err := search.New(static.Clone(), search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return Match{
		A: player.NewGreedy(static), B: player.Pubeval{}, Games: 24, Seed: 3, Form: form, Workers: 2,
		Luck: static, Judge: judge, Results: filepath.Join(t.TempDir(), "match"), Identity: []string{"a 1"},
	}
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// fresh is a result without what depends on how it came about.
func fresh(r *Result) *Result {
	r.resumed = 0
	return timeless(r)
}

// stopAgainAndAgain plays a match in pieces, with other numbers of workers, and
// cuts its file anywhere, which must be a beginning of that of the whole match.
func stopAgainAndAgain(t *testing.T, m Match, whole []byte) {
	t.Helper()
	for i, pairs := range []int{1, 5, 6, 9} {
		ctx, cancel := context.WithCancel(t.Context())
		m.Workers = 1 + i%3
		m.Progress = func(r *Result) {
			if r.Pairs() >= pairs {
				cancel()
			}
		}
		// Several workers may have played the rest before they hear of it.
		if _, err := m.Run(ctx); !errors.Is(err, context.Canceled) && (err != nil || m.Workers == 1) {
			t.Fatalf("%v: stopped at %d pairs: %v", m.Form, pairs, err)
		}
		cancel()
		data := contents(t, m.Results)
		if !bytes.HasPrefix(whole, data) {
			t.Fatalf("%v: the file at %d pairs is no beginning of that of the whole match", m.Form, pairs)
		}
		if err := os.Truncate(m.Results, int64(len(data)-37*i)); err != nil { // as a kill might
			t.Fatal(err)
		}
	}
}

// A match that is stopped again and again comes to the same result and the same
// bytes as one that was not.
func TestResultsGoOn(t *testing.T) {
	for _, form := range someForms(Form{}, Form{Cube: true, Jacoby: true}, Form{Length: 2}) {
		m := kept(t, form)
		var told []Game
		m.Each = func(_ int, games []Game) { told = append(told, games...) }
		want := fresh(run(t, m))
		toldWanted := told
		bytesWanted := contents(t, m.Results)

		m.Results = filepath.Join(t.TempDir(), "again")
		stopAgainAndAgain(t, m, bytesWanted)
		told = nil
		if got := fresh(run(t, m)); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: in pieces %+v, as a whole %+v", form, got, want)
		}
		if !reflect.DeepEqual(told, toldWanted) {
			t.Errorf("%v: %d games are told of in pieces, %d as a whole, and not the same", form, len(told), len(toldWanted))
		}
		if got := contents(t, m.Results); !bytes.Equal(got, bytesWanted) {
			t.Errorf("%v: %d bytes in pieces, as a whole %d, and not the same", form, len(got), len(bytesWanted))
		}
	}
}

// A shorter match is the beginning of a longer one and leaves its file alone; with
// nothing to play nobody is asked.
func TestResultsOfLongerMatch(t *testing.T) {
	m := kept(t, Form{})
	m.Games = 8
	run(t, m)
	longer := contents(t, m.Results)
	m.Games, m.Results = 4, filepath.Join(t.TempDir(), "short")
	short := fresh(run(t, m))
	if err := os.WriteFile(m.Results, longer, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := fresh(run(t, m)); !reflect.DeepEqual(got, short) || !bytes.Equal(contents(t, m.Results), longer) {
		t.Errorf("%+v of a longer match, want %+v", got, short)
	}
}

func TestResultsAreRefused(t *testing.T) {
	m := kept(t, Form{})
	m.Games = 4
	run(t, m)
	good := contents(t, m.Results)
	recordSize := m.results().Size
	records := len(good) - 2*recordSize
	flipped := func(at int) []byte {
		data := bytes.Clone(good)
		data[at] ^= 4
		return data
	}
	for _, c := range []struct {
		name   string
		data   []byte
		change func(*Match)
		want   string
	}{
		{"another seed", good, func(m *Match) { m.Seed++ }, "results of another match"},
		{"another net", good, func(m *Match) { m.Identity = []string{"a 2"} }, "results of another match"},
		{"another form", good, func(m *Match) { m.Form.Length = 1 }, "results of another match"},
		{"without luck", good, func(m *Match) { m.Luck = nil }, "results of another match"},
		{"not judged", good, func(m *Match) { m.Judge = nil }, "not the results of a match"},
		{"another file", []byte("hello"), nil, "not the results of a judged match"},
		{"a damaged head", flipped(40), nil, "or damaged"},
		{"a damaged record", flipped(records + 9), nil, "damaged: the checksum of record 0 is wrong"},
		{"records in the wrong order", append(append(bytes.Clone(good[:records]), good[records+recordSize:]...), good[records:records+recordSize]...), nil, "record 0: item 1, want 0"},
		{"not from the first", good, func(m *Match) { m.First = 1 }, "begins with the first game"},
		{"no folder", good, func(m *Match) { m.Results = filepath.Join(m.Results, "x") }, "evalbench: "},
	} {
		again := m
		if err := os.WriteFile(m.Results, c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		if c.change != nil {
			c.change(&again)
		}
		if _, err := again.Run(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
		if !bytes.Equal(contents(t, m.Results), c.data) {
			t.Errorf("%s: the file was changed", c.name)
		}
	}
}

// Whatever records hold, reading them does not panic, and what is taken is written
// as it was read.
func FuzzResults(f *testing.F) {
	o := outcome{games: [2]game{{points: 2, plies: 50, adjusted: 0.5}, {points: -1, plies: 61, errors: [2]Errors{{Plays: 3, PlayError: 0.25}}}}}
	o.games[1].classes[1][engine.Race] = PlayErrors{Plays: 7, Error: 0.5}
	o.games[1].worst[0] = someMistake(WrongPlay)
	o.games[0].worst[1] = someMistake(WrongTake)
	for _, judged := range []bool{false, true} {
		o.item = 0
		good := appendOutcome(nil, &o, judged)
		f.Add(good, judged)
		o.item = 1
		f.Add(appendOutcome(good, &o, judged), judged)
		f.Add(append(bytes.Clone(good), good[:20]...), judged)
	}
	f.Fuzz(func(t *testing.T, data []byte, judged bool) {
		m := Match{Games: 1 << 20}
		if judged {
			m.Judge = new(search.Searcher)
		}
		result := m.newResult()
		items := 0
		var again []byte
		m.Points = func(item int, _ []int) { items = item + 1 }
		results := m.results()
		whole, err := results.Read(data, m.taking(result))
		if err != nil {
			return
		}
		for i := range items {
			o, err := m.decodeRecord(data[i*results.Size : (i+1)*results.Size])
			if err != nil {
				t.Fatal(err)
			}
			again = appendOutcome(again, &o, judged)
		}
		if !bytes.Equal(again, data[:whole]) {
			t.Errorf("%d items are written as %x, were %x", items, again, data[:whole])
		}
	})
}
