package board

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkPlays generates the plays of all 21 rolls, over positions from
// random play and over scattered ones with their many plays.
func BenchmarkPlays(b *testing.B) {
	rng := rand.New(rand.NewPCG(14, 1))
	var game, anywhere []Position
	for range 10 {
		played(rng, Backgammon, func(p Position, _ Roll, _ []Play) { game = append(game, p) })
	}
	for range 1000 {
		anywhere = append(anywhere, scattered(rng, Backgammon))
	}
	for _, c := range []struct {
		name      string
		positions []Position
	}{{"game", game}, {"scattered", anywhere}, {"start", []Position{Backgammon.Start()}}} {
		b.Run("positions="+c.name, func(b *testing.B) {
			var g Generator
			for i := range c.positions { // the buffers grow once
				for _, roll := range Rolls {
					g.Plays(&c.positions[i], roll)
				}
			}
			rolls, plays := 0, 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p := &c.positions[i%len(c.positions)]
				for _, roll := range Rolls {
					plays += len(g.Plays(p, roll))
				}
				rolls += len(Rolls)
			}
			seconds := b.Elapsed().Seconds()
			b.ReportMetric(float64(rolls)/seconds, "rolls/s")
			b.ReportMetric(float64(plays)/seconds, "plays/s")
		})
	}
}

func BenchmarkAppendID(b *testing.B) {
	p := Backgammon.Start()
	buf := make([]byte, 0, IDLength)
	b.ReportAllocs()
	for b.Loop() {
		buf = p.AppendID(buf[:0])
	}
}

func BenchmarkParseID(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseID(startID, Backgammon); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRandomDice(b *testing.B) {
	dice := NewDice(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		dice.Next()
	}
}
