package evalbench

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"

	"gammonlab/engine/named"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/features"
	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// Signature returns a number that identifies the program's play: a digest of every
// choice in fixed games between a fixed net and pubeval. It does not depend on n, the
// number of workers, on the shipped net or on bear-off databases. A change that is not
// meant to alter play must not change it; a change that alters play states the new number
// in its commit message.
func Signature(ctx context.Context, n int) (uint64, error) {
	net, err := nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 40), 1)
	if err != nil {
		return 0, err
	}
	nets := make([]*engine.Static, n)
	for i := range nets {
		nets[i] = engine.OfNet(net)
	}
	var digests [signaturePairs]uint64
	err = workers.Try(ctx, nets, len(digests), func(ctx context.Context, w *engine.Static, i int) (err error) {
		digests[i], err = pairDigest(ctx, w, uint64(i))
		return err
	})
	if err != nil {
		return 0, err
	}
	all := fnv.New64a()
	for _, d := range digests {
		all.Write(binary.BigEndian.AppendUint64(nil, d))
	}
	return all.Sum64(), nil
}

// WantSignature is the expected value of Signature. A commit that changes play states
// the new value in its message.
const WantSignature = 0x249ed9c757c419e1

// signaturePairs is the number of pairs of games of a signature: they contain positions
// of every class and take about a second.
const signaturePairs = 100

// pairDigest plays a pair of games and returns a digest of the choices made.
func pairDigest(ctx context.Context, evaluator engine.Evaluator, item uint64) (uint64, error) {
	digest := fnv.New64a()
	m := Match{
		A: named.Player{Player: choiceHasher{player.NewGreedy(evaluator), digest}}, B: named.Player{Player: choiceHasher{player.Pubeval{}, digest}},
		Conditions: Conditions{Variant: board.Backgammon, Seed: seed.Derive(1, item)}, Games: 2, Workers: 1,
	}
	_, err := m.Run(ctx)
	return digest.Sum64(), err
}

// choiceHasher is a player that adds its choices to a digest.
type choiceHasher struct {
	engine.Player
	digest hash.Hash
}

func (w choiceHasher) Choose(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
	choice, err := w.Player.Choose(ctx, pos, roll, plays)
	if err == nil {
		key := plays[choice].Result.Key()
		w.digest.Write(key[:])
	}
	return choice, err
}

// Clone shares the digest, because one goroutine plays both games of the pair.
func (w choiceHasher) Clone() engine.Player { return choiceHasher{w.Player.Clone(), w.digest} }

// SignatureReport is a signature in hexadecimal digits, with the kernel that computed
// it.
type SignatureReport struct {
	Kernel    string `json:"kernel"`
	Signature string `json:"signature"`
}

// NewSignatureReport returns the [Signature], computed by n workers.
func NewSignatureReport(ctx context.Context, n int) (*SignatureReport, error) {
	signature, err := Signature(ctx, n)
	return &SignatureReport{kernel.Name(), fmt.Sprintf("%016x", signature)}, err
}

// Text returns the signature in a line.
func (r *SignatureReport) Text() string { return r.Signature + "\n" }
