package generate

import (
	"encoding/binary"
	"fmt"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/unfinished"
	"gammonlab/engine"
	"gammonlab/farm"
	"gammonlab/internal/fields"
)

// A shard has games of self-play, or items of files; the first byte of its payload is its
// kind.
//
// For games the payload has only this byte. The result has for each game the number of
// positions found. For each position it has the key, a byte of flags, the label if games
// are labelled, and, if the best plays at 0 and at 1 ply differ, the keys of the
// positions after both plays.
//
// For items of files the payload has for each item the number of positions for the
// selector, and for each position the key and a byte with the dice. The result has the
// flags of each position, and the keys of the positions after both plays.
//
// With [InformativeWeights], the weight of an informative position follows its flags, and
// the weight of the positions after both plays follows their keys.
const (
	gamesShard byte = iota
	filesShard
)

// Flags of a position that was found.
const (
	isInformative = 1 << iota
	isCompared
	isDisagreed
	isExact  // the label is exact
	allFlags = 1<<iota - 1
)

// maxShardBytes bounds payloads and results.
const maxShardBytes = 400 << 10

// wire encodes and decodes shards and results. Any number of goroutines may use it.
type wire struct {
	settings *Settings
	source   string // source of self-play positions
}

func newWire(s *Settings) wire {
	w := wire{settings: s}
	if s.plays() {
		w.source = sourceOf(s)
	}
	return w
}

// maxGames returns the maximal number of games of a shard.
func (w *wire) maxGames() int {
	const positions = 64 // mean number of positions of a game
	bytes := keyLen + 1
	if w.settings.traces() {
		bytes += labelLen
		if w.settings.Cubeful {
			bytes += cubesLen
		}
		bytes *= (1 + w.settings.Alternatives.Most)
	}
	if w.selects() {
		bytes += keyLen
	}
	if w.weighs() {
		bytes += 2 * weightLen
	}
	return max(1, maxShardBytes/(positions*bytes))
}

const (
	keyLen   = len(board.Key{})
	spotLen  = keyLen + 1
	labelLen = 4 * engine.Outputs
	cubesLen = 4 * (1 + datasets.NumCubeStates + 3) // by [unfinished.AppendCubes]

	weightLen = 4
)

// selects reports whether there is a selector.
func (w *wire) selects() bool { return w.settings.Informative != nil }

// weighs reports whether the selector computes the weights of positions.
func (w *wire) weighs() bool { return w.settings.Weights == InformativeWeights }

func appendKey(dst []byte, pos *board.Position) []byte {
	key := pos.Key()
	return append(dst, key[:]...)
}

// readKey reads a position.
func (w *wire) readKey(in *fields.Reader) (pos board.Position) {
	key := in.Bytes(uint64(keyLen))
	if key == nil {
		return pos
	}
	pos, err := board.Key(key).Position(w.settings.Variant)
	if err != nil {
		in.Fail(err)
	}
	return pos
}

// Shard implements [farm.Worker].
func (w *wire) Shard(s *shard) farm.Shard {
	payload := []byte{s.kind}
	for i := range s.items {
		if s.kind == filesShard {
			payload = w.appendSpots(payload, s.items[i].found())
		}
	}
	return farm.Shard{First: s.first, Items: uint64(len(s.items)), Payload: payload}
}

// Piece implements [farm.Worker].
func (w *wire) Piece(from farm.Shard) (*shard, error) {
	in := fields.NewReader(from.Payload)
	kind, err := w.kindOf(&in, from)
	if err != nil {
		return nil, err
	}
	s := &shard{kind: kind, first: from.First}
	if kind == gamesShard {
		s.items = make([]item, from.Items)
		return s, in.End()
	}
	for range from.Items {
		var it item
		if it.candidates, err = w.readSpots(&in); err != nil {
			return nil, err
		}
		s.items = append(s.items, it)
	}
	return s, in.End()
}

// appendSpots appends an item of a file to a payload.
func (w *wire) appendSpots(dst []byte, spots []candidate) []byte {
	if !w.selects() {
		spots = nil
	}
	dst = binary.AppendUvarint(dst, uint64(len(spots)))
	for i := range spots {
		s := &spots[i]
		dst = append(appendKey(dst, &s.pos), s.roll[0]<<4|s.roll[1])
	}
	return dst
}

// readSpots reads an item of a file from a payload.
func (w *wire) readSpots(in *fields.Reader) (spots []candidate, err error) {
	for n := in.Uvarint(); n > 0 && in.Err() == nil; n-- {
		f := candidate{pos: w.readKey(in)}
		dice := in.Byte()
		f.roll = board.Roll{dice >> 4, dice & 0xf}
		if dice != 0 && (f.roll[0]-1 > 5 || f.roll[1]-1 > 5) {
			in.Fail(fmt.Errorf("a roll of %d and %d", f.roll[0], f.roll[1]))
		}
		spots = append(spots, f)
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("positions of a file: %w", err)
	}
	if n := len(spots); n > 0 && !w.selects() {
		return nil, fmt.Errorf("%d positions of a file, but there is no selector", n)
	}
	return spots, nil
}

// AppendResult implements [farm.Worker].
func (w *wire) AppendResult(dst []byte, s *shard) ([]byte, error) {
	for i := range s.items {
		it := &s.items[i]
		if s.kind == gamesShard {
			dst = w.appendGame(dst, it)
		} else if w.selects() {
			dst = w.appendAnswers(dst, it)
		}
	}
	return dst, nil
}

// ReadResult implements [farm.Worker].
func (w *wire) ReadResult(data []byte, s *shard) error {
	in := fields.NewReader(data)
	for i := range s.items {
		if s.kind == gamesShard {
			w.readGame(&in, &s.items[i])
		} else if w.selects() {
			w.readAnswers(&in, &s.items[i])
		}
		err := in.Err()
		if err == nil {
			err = w.checkItem(s.kind, &s.items[i])
		}
		if err != nil {
			return fmt.Errorf("item %d: %w", (s.first+uint64(i))%fileItems, err)
		}
	}
	return in.End()
}

// appendAnswer appends the result for a found position: its flags, its label, and the
// positions after both plays, which are the next two of the choices.
func (w *wire) appendAnswer(dst []byte, f *candidate, choices []candidate) ([]byte, []candidate) {
	var flags byte
	for _, is := range []struct {
		it   bool
		flag byte
	}{{f.informative, isInformative}, {f.compared, isCompared}, {f.disagree, isDisagreed}, {f.label != nil && f.label.exact, isExact}} {
		if is.it {
			flags |= is.flag
		}
	}
	dst = append(dst, flags)
	if w.weighs() && f.informative {
		dst = fields.AppendFloat32s(dst, f.weight)
	}
	if f.label != nil {
		dst = fields.AppendFloat32s(dst, f.label.probabilities[:]...)
		if w.settings.Cubeful {
			dst = unfinished.AppendCubes(fields.AppendFloat32s(dst, f.label.cubes.Cubeful), &f.label.cubes)
		}
	}
	if f.disagree {
		dst = appendKey(appendKey(dst, &choices[0].pos), &choices[1].pos)
		if w.weighs() {
			dst = fields.AppendFloat32s(dst, choices[0].weight)
		}
		choices = choices[2:]
	}
	return dst, choices
}

// readAnswer reads the output of appendAnswer into f, and appends the positions after
// both plays.
func (w *wire) readAnswer(in *fields.Reader, f *candidate, choices []candidate) []candidate {
	flags := in.Byte()
	if flags > allFlags {
		in.Fail(fmt.Errorf("flags %#x of a position", flags))
	}
	f.informative, f.compared, f.disagree = flags&isInformative != 0, flags&isCompared != 0, flags&isDisagreed != 0
	if w.weighs() && f.informative {
		f.weight = in.Float32()
	}
	if w.settings.traces() {
		f.label = newLabel(new(engine.Probabilities), flags&isExact != 0)
		in.Float32s(f.label.probabilities[:])
		if w.settings.Cubeful {
			f.label.cubes.Cubeful = in.Float32()
			unfinished.ReadCubes(in, &f.label.cubes)
		}
	}
	if !f.disagree {
		return choices
	}
	pair := [2]board.Position{w.readKey(in), w.readKey(in)}
	weight := float32(0)
	if w.weighs() {
		weight = in.Float32()
	}
	for _, pos := range pair {
		choices = append(choices, f.after(pos, weight))
	}
	return choices
}

// appendGame appends a game to a result.
func (w *wire) appendGame(dst []byte, it *item) []byte {
	found := it.found()
	choices := it.candidates[len(found):]
	dst = binary.AppendUvarint(dst, uint64(len(found)))
	for i := range found {
		dst, choices = w.appendAnswer(appendKey(dst, &found[i].pos), &found[i], choices)
	}
	return dst
}

// readGame reads the output of appendGame.
func (w *wire) readGame(in *fields.Reader, it *item) {
	it.candidates = it.candidates[:0]
	var choices []candidate
	for n := in.Uvarint(); n > 0 && in.Err() == nil; n-- {
		f := candidate{pos: w.readKey(in), source: w.source}
		f.class = engine.ClassOf(&f.pos)
		f.from = f.class
		choices = w.readAnswer(in, &f, choices)
		it.candidates = append(it.candidates, f)
	}
	it.candidates = append(it.candidates, choices...)
}

// appendAnswers appends an item of a file to a result.
func (w *wire) appendAnswers(dst []byte, it *item) []byte {
	found := it.found()
	choices := it.candidates[len(found):]
	for i := range found {
		dst, choices = w.appendAnswer(dst, &found[i], choices)
	}
	return dst
}

// readAnswers reads the output of appendAnswers.
func (w *wire) readAnswers(in *fields.Reader, it *item) {
	var choices []candidate
	for i := range it.candidates {
		choices = w.readAnswer(in, &it.candidates[i], choices)
	}
	it.candidates = append(it.candidates, choices...)
}

// fileItems is added to the numbers of the items of files in shards, so that they differ from
// those of games.
const fileItems = maxPositions / 2

// kindOf returns the kind of a shard from its payload.
func (w *wire) kindOf(in *fields.Reader, s farm.Shard) (byte, error) {
	kind := in.Byte()
	switch {
	case in.Err() != nil:
		return kind, fmt.Errorf("a shard of games or files: %w", in.Err())
	case kind > filesShard:
		return kind, fmt.Errorf("a shard of kind %d, want at most %d", kind, filesShard)
	case kind == gamesShard && s.Items > uint64(w.maxGames()):
		return kind, fmt.Errorf("a shard of %d games, want at most %d", s.Items, w.maxGames())
	case s.First+s.Items < s.First || s.First+s.Items > maxPositions:
		return kind, fmt.Errorf("a shard of items %d to %d, want at most %d", s.First, s.First+s.Items, int64(maxPositions))
	}
	return kind, nil
}
