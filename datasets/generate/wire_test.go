package generate

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/farm"
	"gammonlab/internal/must"
)

// fuzzed returns doers of every kind, each with a shard.
func fuzzed(t testing.TB) (doers []*doer, shards []farm.Shard) {
	static := enginetest.RandomStatic(t, 3, 3)
	some, judge := new(engine.Equity(0.01)), Judge{Model: named.Model{Evaluator: static}}
	pubeval := Players{Player: named.Of("pubeval", player.Pubeval{})}
	small := Players{Player: named.Of("small", player.NewGreedy(static))}
	for _, s := range []*Settings{
		{Seed: 1, Players: pubeval, Play: Play{RandomPlies: Range{3, 3}}, Selection: Selection{Odd: true}},
		{Seed: 1, Players: small, Trace: Trace{Lambda: new(Lambda)}, Variant: board.Hypergammon1},
		{Seed: 1, Players: pubeval, Play: Play{RandomPlies: Range{3, 3}}, Selection: Selection{Odd: true, Informative: some}, Judge: judge},
		{Selection: Selection{Informative: some, Kinds: Kinds{board.Stuck}}, Judge: judge},
		{Seed: 1, Players: pubeval, Play: Play{RandomPlies: Range{3, 3}}, Selection: Selection{Informative: some, Odd: true}, Judge: Judge{Model: judge.Model, Weights: InformativeWeights}},
		{},
		{Seed: 1, Players: small, Trace: Trace{Lambda: new(Lambda), Cubeful: true}, Variant: board.Hypergammon1},
	} {
		s = s.shared()
		shard := farm.Shard{First: 1, Items: 2, Payload: []byte{gamesShard}}
		if !s.Player.IsSet() {
			shard.Payload[0] = filesShard
			w := newWire(s)
			for i, pos := range enginetest.Positions(2, 3) {
				shard.Payload = w.appendSpots(shard.Payload, []candidate{{pos: pos, roll: board.Rolls[7+i]}})
			}
		}
		doers, shards = append(doers, must.Get(newDoer(s, s.wants))(t)), append(shards, shard)
	}
	return doers, shards
}

// check checks a result as a farm does.
func check(d *doer, s farm.Shard, result []byte) error { return farm.NewWork(d, nil).Check(s, result) }

// FuzzResult checks that an accepted result can be added to the database.
func FuzzResult(f *testing.F) {
	doers, shards := fuzzed(f)
	for i, d := range doers {
		f.Add(uint8(i), must.Get(farm.NewWork(d, nil).Doer.Do(f.Context(), shards[i], nil))(f))
	}
	f.Fuzz(func(t *testing.T, number uint8, result []byte) {
		i := int(number) % len(doers)
		d, s := doers[i], shards[i]
		if check(d, s, result) != nil {
			return
		}
		read := must.Get(d.Piece(s))(t)
		must.OK(t, d.ReadResult(result, read))
		for i := range read.items {
			for k := range read.items[i].candidates {
				f := &read.items[i].candidates[k]
				must.OK(t, f.pos.Validate(d.settings.Variant))
				if read.kind == gamesShard && (f.source != d.source && !f.choice || !d.settings.wants(f.from)) {
					t.Errorf("%+v", f)
				}
			}
		}
	})
}

// FuzzPayload runs payloads from untrusted sources.
func FuzzPayload(f *testing.F) {
	doers, shards := fuzzed(f)
	for i := range doers {
		f.Add(uint8(i), shards[i].First, shards[i].Items, shards[i].Payload)
	}
	f.Add(uint8(0), uint64(1)<<63, uint64(1)<<63, []byte{gamesShard})
	f.Fuzz(func(t *testing.T, number uint8, first, items uint64, payload []byte) {
		d := doers[int(number)%len(doers)]
		s := farm.Shard{First: first, Items: items, Payload: payload}
		if items > 3 && len(payload) > 0 && payload[0] == gamesShard {
			return // many games take too long
		}
		result, err := farm.NewWork(d, nil).Doer.Do(t.Context(), s, nil)
		if err == nil {
			must.OK(t, check(d, s, result))
		}
	})
}

// The largest shard of games fits into a message.
func TestShardBytes(t *testing.T) {
	s := &Settings{Seed: 1, Players: Players{Player: named.Of("pubeval", player.Pubeval{})}}
	d := must.Get(newDoer(s, s.wants))(t)
	shard := farm.Shard{Items: uint64(d.maxGames()), Payload: []byte{gamesShard}}
	if n := len(must.Get(farm.NewWork(d, nil).Doer.Do(t.Context(), shard, nil))(t)); n > maxShardBytes || n < maxShardBytes/2 {
		t.Errorf("%d games are %d bytes, want at most %d", shard.Items, n, maxShardBytes)
	}
}

// Results that no worker can find are refused.
func TestCheck(t *testing.T) {
	doers, shards := fuzzed(t)
	race := board.Position{Own: board.Side{1: 1, board.Off: 14}, Opp: board.Side{1: 1, board.Off: 14}}
	for _, c := range []struct {
		name, want string
		doer       int
		change     func(f *candidate)
	}{
		{"kind", "the settings exclude it", 3, func(f *candidate) { f.pos, f.class, f.from = race, engine.Race, engine.Race }},
		{"over", "the settings exclude it", 0, func(f *candidate) { f.pos.Own, f.class = board.Side{board.Off: 15}, engine.Over }},
		{"selected", "there is no selector", 0, func(f *candidate) { f.informative = false }},
		{"not compared", "were not compared", 2, func(f *candidate) { f.disagree = true }},
		{"weight", "its weight is -1", 4, func(f *candidate) { f.weight = -1 }},
		{"no weight", "its weight is NaN", 4, func(f *candidate) { f.weight = float32(math.NaN()) }},
		{"weight after a play", "its weight is +Inf", 4, func(f *candidate) { f.choice, f.weight = true, float32(math.Inf(1)) }},
		{"probability", "want a probability", 1, func(f *candidate) { f.label = newLabel(&engine.Probabilities{2}, false) }},
		{"state of the cube", "column cubeful_owned is 4", 6, func(f *candidate) {
			f.label = newLabel(new(engine.Probabilities), false)
			f.label.cubes.States[datasets.MoneyOwned] = 4
		}},
	} {
		pos := enginetest.Positions(1, 3)[0]
		f := candidate{pos: pos, class: engine.ClassOf(&pos), informative: true}
		c.change(&f)
		must.Fail(t, doers[c.doer].checkItem(gamesShard, &item{candidates: []candidate{f}}), c.want, c.name)
	}
	must.Fail(t, check(doers[0], shards[0], []byte{0, 0x80, 0}), "canonical form", "another spelling of 0")
	must.Fail(t, check(doers[0], farm.Shard{Items: 1, Payload: []byte{2}}, nil), "a shard of kind 2", "kind of shard")
	must.Fail(t, check(doers[0], farm.Shard{Items: 1000, Payload: []byte{gamesShard}}, nil), "a shard of 1000 games, want at most 581", "games")
}
