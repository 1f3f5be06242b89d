package evalbench

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

// kept returns a match with all data of records, and the records that it
// writes.
func kept(t *testing.T, rules Rules) (Match, *[][]byte) {
	t.Helper()
	static := randomStatic(t, nil)
	records := new([][]byte)
	return Match{
		A: named.Player{Player: player.NewGreedy(static)}, B: named.Player{Player: player.Pubeval{}}, Games: 24, Conditions: Conditions{Rules: rules, Seed: 3}, Workers: 2, Assessment: Assessment{Luck: named.Model{Evaluator: static}, Judge: new(int), JudgeModel: named.Model{Evaluator: static}},
		Observers: []Observer{OnItem(func(i *Item) error {
			if i.Stored {
				return nil
			}
			if i.Number != len(*records) || len(i.Points()) != 2 {
				t.Errorf("item %d of %d games is kept, want %d", i.Number, len(i.Points()), len(*records))
			}
			*records = append(*records, i.Encode())
			return nil
		})},
	}, records
}

// fresh returns a result without the fields that depend on its history.
func fresh(r *Result) *Result {
	r.resumed = 0
	return timeless(r)
}

// A match that is stopped and resumed many times has the same result and the
// same records as one without interruption.
func TestHeldGamesCount(t *testing.T) {
	for _, rules := range someRules(Rules{}, Rules{Cube: true, Jacoby: true}, Rules{Length: 2}) {
		m, records := kept(t, rules)
		var seen []Game
		stop := func(*Result) {}
		m.Observers = append(m.Observers,
			OnItem(func(i *Item) error { seen = append(seen, i.Games...); return nil }),
			OnProgress(func(r *Result) error { stop(r); return nil }))
		want := fresh(run(t, m))
		seenWanted, wanted := seen, slices.Clone(*records)

		*records = nil
		for i, pairs := range []int{1, 5, 6, 9} {
			ctx, cancel := context.WithCancel(t.Context())
			m.Workers, m.Stored, seen = 1+i%3, slices.Clone(*records), nil
			stop = func(r *Result) {
				if r.Pairs() >= pairs {
					cancel()
				}
			}
			// Several workers may have played all other games before they
			// notice the stop.
			if _, err := m.Run(ctx); !errors.Is(err, context.Canceled) && (err != nil || m.Workers == 1) {
				t.Fatalf("%v: stopped at %d pairs: %v", m.Rules, pairs, err)
			}
			cancel()
		}
		stop, m.Stored, seen = func(*Result) {}, slices.Clone(*records), nil
		if got := fresh(run(t, m)); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: in pieces %+v, as a whole %+v", rules, got, want)
		}
		if !reflect.DeepEqual(seen, seenWanted) {
			t.Errorf("%v: %d games are observed in pieces, %d as a whole, and not the same", rules, len(seen), len(seenWanted))
		}
		if !slices.EqualFunc(*records, wanted, bytes.Equal) {
			t.Errorf("%v: %d records in pieces, as a whole %d, and not the same", rules, len(*records), len(wanted))
		}
	}
}

// A shorter match is the beginning of a longer one. If all games are stored,
// players get no questions.
func TestHeldGamesOfLongerMatch(t *testing.T) {
	m, records := kept(t, Rules{})
	m.Games = 8
	run(t, m)
	longer := slices.Clone(*records)
	*records = nil
	m.Games = 4
	short := fresh(run(t, m))
	*records, m.Stored = nil, longer
	if got := fresh(run(t, m)); !reflect.DeepEqual(got, short) {
		t.Errorf("%+v of a longer match, want %+v", got, short)
	}
}

func TestHeldGamesAreRefused(t *testing.T) {
	m, records := kept(t, Rules{})
	m.Games = 4
	run(t, m)
	good := *records
	changed := func(at int, value []byte) [][]byte {
		record := bytes.Clone(good[1])
		copy(record[at:], value)
		return [][]byte{good[0], record}
	}
	nan := binary.LittleEndian.AppendUint64(nil, math.Float64bits(math.NaN()))
	for _, c := range []struct {
		name   string
		stored [][]byte
		change func(*Match)
		want   string
	}{
		{"not judged", good, func(m *Match) { m.Judge = nil }, "the record of item 0: "},
		{"too short", [][]byte{good[0][:9]}, nil, "the record of item 0: 9 bytes, want "},
		{"too many points", changed(0, []byte{100}), nil, "the record of item 1: impossible games for this match: game 1 has "},
		{"no number", changed(5*4, nan), nil, "the record of item 1: impossible games for this match: game 1 has "},
		{"not from the first", good, func(m *Match) { m.First = 1 }, "need the first game"},
	} {
		again := m
		again.Stored = c.stored
		if c.change != nil {
			c.change(&again)
		}
		must.Fail(t, must.Err(again.Run(t.Context())), c.want, c.name)
	}
}

// Reading any bytes as records does not panic, and accepted records are
// unchanged after writing.
func FuzzResults(f *testing.F) {
	o := outcome{games: [2]Game{{Points: 2, Plies: 50, Adjusted: 0.5}, {Points: -1, Plies: 61, Errors: [2]Errors{{Plays: 3, PlayError: 0.25}}}}}
	o.games[1].Classes[1][engine.Race] = PlayErrors{Plays: 7, Error: 0.5}
	o.games[1].Worst[0] = someMistake(advice.WrongPlay)
	o.games[0].Worst[1] = someMistake(advice.WrongTake)
	for _, judged := range []bool{false, true} {
		good := appendOutcome(nil, &o, judged)
		f.Add(good, judged)
		f.Add(good[:len(good)-1], judged)
	}
	f.Fuzz(func(t *testing.T, data []byte, judged bool) {
		m := Match{Games: 1 << 20}
		if judged {
			m.Judge = new(int)
		}
		o, err := m.decodeRecord(data)
		if err != nil {
			return
		}
		if again := appendOutcome(nil, &o, judged); !bytes.Equal(again, data) {
			t.Errorf("it is written as %x, was %x", again, data)
		}
	})
}
