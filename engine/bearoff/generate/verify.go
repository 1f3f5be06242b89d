package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/mapped"
	"gammonlab/engine/bearoff/internal/stacks"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/seed"
)

// VerifyOptions are the options of [Verify].
type VerifyOptions struct {
	Sample   int    // number of entries to recompute, drawn at random; all entries if 0
	Seed     uint64 // of the draw
	Workers  int    // number of goroutines; 0 for one per processor
	Progress func(done, total int64)
}

// VerifyReport is the result of [Verify].
type VerifyReport struct {
	OK       bool   `json:"ok"`
	File     string `json:"file"`
	Kind     string `json:"kind"`
	Points   int    `json:"points"`
	Checkers int    `json:"checkers"`
	Checked  int64  `json:"recomputed" meaning:"entries that were computed again"` // number of entries
}

// Text returns the result as one line.
func (r *VerifyReport) Text() string {
	return fmt.Sprintf("%s: OK, %s, %d %s on %d %s, %d entries computed again\n", r.File, r.Kind,
		r.Checkers, plaintext.Noun(r.Checkers, "checker", "checkers"),
		r.Points, plaintext.Noun(r.Points, "point", "points"), r.Checked)
}

// UnsupportedError is returned by [Verify] for kinds of databases that it
// cannot check.
type UnsupportedError struct {
	Path   string
	Header bearoff.Header
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("%s: cannot verify a %v database of %d points", e.Path, e.Header.Kind, e.Header.Points)
}

// Verify checks the database at path: first the file as a whole, that is, its
// size, its table, the sums of all distributions and the values of finished
// games; then whether entries follow from the entries after each roll; and last
// the MD5 of the file if it is known. The error names the first wrong entry by
// its number and its checkers from the ace point on. If all entries pass, the
// database is correct: each entry follows from earlier ones, and the first ones
// are known. Entries of hypergammon databases depend on each other, so they are
// checked within the tolerance of the default threshold.
func Verify(ctx context.Context, path string, o VerifyOptions) (VerifyReport, error) {
	h, err := bearoff.ReadHeader(path)
	if err != nil {
		return VerifyReport{}, err
	}
	report := VerifyReport{File: path, Kind: h.Kind.String(), Points: h.Points, Checkers: h.Checkers}
	v := verifier{name: path, pool: newPool(ctx, o.Workers), options: o}
	switch {
	case h.Kind == bearoff.HypergammonKind:
		report.Checked, err = openAnd(path, bearoff.NewHyper, v.hyper)
	case h.Points > stacks.MaxPoints:
		err = &UnsupportedError{path, h}
	case h.Kind == bearoff.OneSidedKind:
		report.Checked, err = openAnd(path, bearoff.NewOneSided, v.oneSided)
	default:
		report.Checked, err = openAnd(path, bearoff.NewTwoSided, v.twoSided)
	}
	report.OK = err == nil
	return report, err
}

// openAnd checks a database piece by piece and then as a whole by its MD5, even
// if the file has not changed since the last check.
func openAnd[D any](path string, read func(name string, data []byte) (D, error), check func(D) (int64, error)) (int64, error) {
	n, err := checkFile(path, read, check)
	if err != nil {
		return n, err
	}
	return n, bearoff.CheckDigest(path)
}

// checkFile checks a database piece by piece.
func checkFile[D any](path string, read func(name string, data []byte) (D, error), check func(D) (int64, error)) (int64, error) {
	file, err := mapped.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	d, err := read(path, file.Data)
	if err != nil {
		return 0, err
	}
	return check(d)
}

// verifier checks a database piece by piece.
type verifier struct {
	name    string
	pool    pool
	options VerifyOptions
}

// verifyPiece is the number of entries that a worker checks at a time.
const verifyPiece = 256

// each calls check for the numbers 0 to n-1 and returns the error with the
// lowest number.
func (v *verifier) each(n int, check func(worker, i int) error) error {
	var mu sync.Mutex
	var first error
	firstPiece := n
	err := v.pool.each((n+verifyPiece-1)/verifyPiece, func(worker, piece int) {
		mu.Lock()
		skip := piece > firstPiece
		mu.Unlock()
		for i := piece * verifyPiece; i < min((piece+1)*verifyPiece, n) && !skip; i++ {
			if err := check(worker, i); err != nil {
				mu.Lock()
				defer mu.Unlock()
				if piece < firstPiece {
					first, firstPiece = fmt.Errorf("%s: %w", v.name, err), piece
				}
				return
			}
		}
	})
	if err != nil {
		return err
	}
	return first
}

// entries calls check for the selected entries, of n, and returns their number.
func (v *verifier) entries(n int, check func(worker, entry int) error) (int64, error) {
	count, entry := n, func(i int) int { return i }
	if s := v.options.Sample; s > 0 && s < n {
		count = s
		entry = func(i int) int { return rand.New(seed.Stream(v.options.Seed, uint64(i))).IntN(n) }
	}
	progress := tally{total: int64(count), report: v.options.Progress}
	err := v.each(count, func(worker, i int) error {
		if (i+1)%verifyPiece == 0 || i+1 == count {
			progress.add(int64(i%verifyPiece + 1))
		}
		return check(worker, entry(i))
	})
	return int64(count), err
}

// checkerText formats a side as its checkers from the ace point on.
func checkerText(x *bearoff.Index, rank int) string {
	counts := make([]uint8, x.Points())
	x.Unrank(rank, counts)
	return strings.Trim(fmt.Sprint(counts), "[]")
}
