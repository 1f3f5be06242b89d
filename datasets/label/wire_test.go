package label

import (
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/rollout"
	"gammonlab/farm"
	"gammonlab/internal/must"
)

// fuzzed are positions of shards whose results are fuzzed, one of them of a game that
// is over.
func fuzzed() []board.Position {
	over := board.Position{Own: board.Side{board.Off: 15}, Opp: board.Side{6: 15}}
	return append(enginetest.Positions(2, 3), over)
}

// wireOf returns the wire of a quick labeller by the method, and a shard of the
// fuzzed positions with its result.
func wireOf(t testing.TB, by datasets.Method) (*doer, farm.Shard, []byte) {
	t.Helper()
	s := Settings{By: by, Cubeful: true, Rollout: rollout.Defaults()}
	s.Seed, s.Trials, s.Turns = 7, 36, 1
	if by == datasets.Game {
		s.Trials = 2
	}
	static := engine.NewStatic(enginetest.RandomStatic(t, 5, 3).Model(), enginetest.Databases(t, 2, 3))
	d := must.Get(must.Get(New(static, s))(t).newDoer(board.Backgammon))(t)
	piece := &shard{items: 3}
	for positions := range slices.Chunk(fuzzed(), s.batchRows()) {
		b := batch{choices: make([]choice, len(positions))}
		for _, pos := range positions {
			b.rows = append(b.rows, datasets.NewRow(pos))
		}
		piece.batches = append(piece.batches, b)
	}
	from := d.Shard(piece)
	return d, from, must.Get(farm.NewWork(d, nil).Doer.Do(t.Context(), from, nil))(t)
}

// check checks a result as a farm does.
func check(d *doer, s farm.Shard, result []byte) error { return farm.NewWork(d, nil).Check(s, result) }

// FuzzResult checks that an accepted result can be read and has valid labels.
func FuzzResult(f *testing.F) {
	var doers []*doer
	var shards []farm.Shard
	for i, by := range Methods() {
		d, shard, result := wireOf(f, by)
		doers, shards = append(doers, d), append(shards, shard)
		f.Add(uint8(i), result)
	}
	f.Fuzz(func(t *testing.T, number uint8, result []byte) {
		i := int(number) % len(doers)
		if check(doers[i], shards[i], result) != nil {
			return
		}
		read := must.Get(doers[i].Piece(shards[i]))(t)
		must.OK(t, doers[i].ReadResult(result, read))
		for _, b := range read.batches {
			for k := range b.rows {
				must.OK(t, b.rows[k].Check())
			}
		}
	})
}

// FuzzPayload labels payloads from untrusted sources.
func FuzzPayload(f *testing.F) {
	d, shard, _ := wireOf(f, datasets.Static)
	f.Add(shard.Items, shard.Payload)
	f.Add(uint64(0), []byte{})
	f.Add(uint64(1)<<63, []byte{1, 0})
	f.Fuzz(func(t *testing.T, items uint64, payload []byte) {
		s := farm.Shard{Items: items, Payload: payload}
		result, err := farm.NewWork(d, nil).Doer.Do(t.Context(), s, nil)
		if err == nil {
			err = check(d, s, result)
		}
		if (err == nil) != (check(d, s, result) == nil) {
			t.Errorf("done with the error %v, checked with another", err)
		}
	})
}

// The largest shards fit into a message, with any labels.
func TestShardBytes(t *testing.T) {
	for _, by := range Methods() {
		d, _, _ := wireOf(t, by)
		row := datasets.NewRow(fuzzed()[0])
		row.Cubeful, row.Trials = 1, 10_000_000
		setErrors(&row, 0)
		if d.settings.random() {
			setErrors(&row, 0.1)
		}
		if d.settings.cubes() {
			row.OwnAway = 1
		}
		rows, size := d.settings.maxRows(), d.settings.batchRows()
		change := must.Get(d.AppendResult(nil, &shard{batches: make([]batch, 1)}))(t)
		bytes := size*(len(appendLabel(nil, &row))) + len(change)
		if n := rows / size * bytes; rows%size != 0 || n > maxShardBytes || n < maxShardBytes/2 {
			t.Errorf("%v: %d rows of %d in a batch are %d bytes, want at most %d", by, rows, size, n, maxShardBytes)
		}
	}
}

// Labels that no labeller gives are refused.
func TestCheck(t *testing.T) {
	d, s, _ := wireOf(t, datasets.Static)
	fine := datasets.NewRow(fuzzed()[0])
	fine.Probabilities = engine.Probabilities{0.5, 0.1, 0.01, 0.1, 0.01}
	lost := datasets.NewRow(fuzzed()[2])
	for name, c := range map[string]struct {
		by     datasets.Method
		change func(r *datasets.Row)
		want   string
	}{
		"probability":   {datasets.Ply1, func(r *datasets.Row) { r.Probabilities[0] = 1.5 }, "want a probability"},
		"NaN":           {datasets.Ply1, func(r *datasets.Row) { r.Probabilities[0] = unknown }, "want a probability"},
		"order":         {datasets.Ply1, func(r *datasets.Row) { r.Probabilities[1] = 0.6 }, "want at most win"},
		"an error":      {datasets.Rollout, func(r *datasets.Row) { r.Trials, r.Cubeful, r.Errors[1] = 1, 0, -1 }, "want a standard error"},
		"errors of ply": {datasets.Ply1, func(r *datasets.Row) { r.EquityError = 0.1 }, "standard errors of a label by ply1"},
		"trials of ply": {datasets.Ply1, func(r *datasets.Row) { r.Trials = 1 }, "1 trials, want 0 to 0"},
		"trials":        {datasets.Rollout, func(r *datasets.Row) { r.Cubeful = 0 }, "0 trials, want 1 to 36"},
		"games":         {datasets.Game, func(r *datasets.Row) { r.Trials = 1 }, "1 trials, want 2 to 2"},
		"cubeful":       {datasets.Rollout, func(r *datasets.Row) { r.Trials = 36 }, "a cubeful equity of NaN by rollout"},
		"cube of ply":   {datasets.Ply2, func(r *datasets.Row) { r.Cubeful = 1 }, "a cubeful equity of 1 by ply2"},
		"no cubes":      {datasets.Ply1, func(r *datasets.Row) {}, "equities by the state of the cube: false, want true"},
		"cubes":         {datasets.Ply2, func(r *datasets.Row) { r.States[datasets.MoneyOwned] = 1 }, "equities by the state of the cube: true, want false"},
		"cubes alone":   {datasets.Ply1, func(r *datasets.Row) { r.States[datasets.MoneyOwned] = 1 }, "a cubeful equity of NaN by ply1"},
		"bad cubes":     {datasets.Ply1, func(r *datasets.Row) { r.Cubeful, r.States[datasets.MoneyOwned] = 1, 5 }, "column cubeful_owned is 5"},
	} {
		w, _, _ := wireOf(t, c.by)
		row := fine
		row.Method = c.by
		c.change(&row)
		must.Fail(t, w.checkLabel(&row), c.want, name)
	}
	lost.Method = datasets.Static
	must.Fail(t, d.checkLabel(&lost), "the game is over, but the label is not its result", "over")
	must.Fail(t, check(d, s, make([]byte, 3)), "it has no label", "unknown")
}
