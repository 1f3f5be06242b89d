package figures

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/rating"
)

// The curves are those of the FAQ: at 400 points more, 0.8 at 9 points and 0.61 at 1 point,
// and a win against a player rated as high brings 2, 4.47 and 6 points.
func TestChange(t *testing.T) {
	m := rating.NewMatchChange(7, [2]float64{1500, 1500}, [2]int{500, 500})
	figures := figuresOf(m)
	if n := len(figures[0].graph.Sets); n != 4 {
		t.Fatalf("%d curves, want those of 1, 5, 7 and 9 points", n)
	}
	last, middle := len(figures[0].graph.Sets[0].Y)-1, len(figures[0].graph.Sets[0].Y)/2
	for i, want := range [][2]float64{{0.613, 2}, {0.737, 4.472}, {0.772, 5.292}, {0.799, 6}} {
		chance, change := figures[0].graph.Sets[i].Y[last], figures[1].graph.Sets[i].Y[middle]
		if math.Abs(chance-want[0]) > 6e-4 || math.Abs(change-want[1]) > 6e-4 {
			t.Errorf("curve %d: %v and %v, want %v", i, chance, change, want)
		}
	}
	folder := filepath.Join(t.TempDir(), "figures")
	must.OK(t, Change(m, folder))
	if files := must.Get(os.ReadDir(folder))(t); len(files) != 4 || len(m.Files) != 4 {
		t.Errorf("files %v, named %v", files, m.Files)
	}
}
