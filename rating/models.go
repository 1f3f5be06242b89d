package rating

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"

	"gammonlab/internal/strictjson"
)

//go:embed models
var models embed.FS

// Default returns the predictor of the project's own measurement or, if there is none, of
// the manual.
func Default() (*Predictor, error) { return measured(models) }

// measured reads models/measured.json, if the file exists.
func measured(files fs.FS) (*Predictor, error) {
	file, err := files.Open("models/measured.json")
	if errors.Is(err, fs.ErrNotExist) {
		return ByManual(), nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadPredictor("measured", file)
}

// predictorFile is the content of a predictor's file: its own fields, or those of the
// models in a report of package rating/fit.
type predictorFile struct {
	Name         string        `json:"name"`
	Coefficients *Coefficients `json:"coefficients"`
	Covariance   [][]float64   `json:"covariance"`
	Study        *Range        `json:"study"`
	Linear       *model        `json:"linear"`
	Bilinear     *model        `json:"bilinear"`
}

// model is a model of a report.
type model struct {
	Predictors []string    `json:"predictors"`
	Trends     []trend     `json:"trends"`
	Covariance [][]float64 `json:"covariance"`
}

// check returns an error unless the model, which has the name, has a trend for each of the
// predictors.
func (m *model) check(name string, predictors ...string) error {
	switch {
	case !slices.Equal(m.Predictors, predictors):
		return fmt.Errorf("%s.predictors are %q, want %s", name, m.Predictors, strings.Join(predictors, " and "))
	case len(m.Trends) != len(predictors):
		return fmt.Errorf("%s.trends has %d entries, want %d: the study needs two lengths or more", name, len(m.Trends), len(predictors))
	}
	return nil
}

// trend is a coefficient as a function of the length N: constant + inverse/N.
type trend struct {
	Constant struct {
		Value float64 `json:"value"`
	} `json:"constant"`
	Inverse struct {
		Value float64 `json:"value"`
	} `json:"inverse"`
}

// ReadPredictor reads a predictor from JSON: the report of "rating fit --json", or a
// name, coefficients and their covariance. The report of a study without pairs of mixed
// quality has the linear law only, see [Predictor.Has]. Errors use the given name, and so
// does a predictor without a name.
func ReadPredictor(name string, r io.Reader) (*Predictor, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var file predictorFile
	if err := strictjson.UnmarshalPart(text, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p, err := file.predictor()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if p.Name == "" {
		p.Name = name
	}
	return p, nil
}

func (f *predictorFile) predictor() (*Predictor, error) {
	p := &Predictor{Name: f.Name, Study: f.Study, Perfect: Perfect}
	if r := f.Study; r != nil && !(r.Play > 0 && r.Cube > 0 && r.Length > 0) {
		return nil, fmt.Errorf("study is %+v, want numbers above 0", *r)
	}
	var err error
	if p.Linear, err = f.linear(); err != nil {
		return nil, err
	}
	covariance := f.Covariance
	switch b := f.Bilinear; {
	case f.Coefficients != nil:
		p.Coefficients = *f.Coefficients
	case b != nil && !(len(b.Trends) == 0 && p.Linear != nil):
		if err := b.check("bilinear", "EPM", "EPC"); err != nil {
			return nil, err
		}
		play, cube := b.Trends[0], b.Trends[1]
		p.Coefficients = Coefficients{
			PlayA: play.Constant.Value, PlayB: play.Inverse.Value, CubeA: cube.Constant.Value, CubeB: cube.Inverse.Value,
		}
		covariance = b.Covariance
	case p.Linear == nil:
		return nil, errors.New(`no "coefficients", and neither a "linear" nor a "bilinear" model of several lengths: want the JSON output of rating fit; ` +
			"the linear law needs matches of two lengths or more, the bilinear law also pairs whose noise in plays and in cube decisions differs")
	default:
		return p, nil
	}
	if err := checkSizes(p.Coefficients.list()...); err != nil {
		return nil, err
	}
	if len(covariance) > 0 {
		p.Covariance = new([4][4]float64)
		if err := readCovariance(covariance, 4, func(i int) []float64 { return p.Covariance[i][:] }); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// linear returns the linear law of the file, nil if the model is not there or has matches of
// one length only.
func (f *predictorFile) linear() (*Linear, error) {
	m := f.Linear
	if m == nil || len(m.Trends) == 0 {
		return nil, nil
	}
	if err := m.check("linear", "DEPD"); err != nil {
		return nil, err
	}
	l := &Linear{A: m.Trends[0].Constant.Value, B: m.Trends[0].Inverse.Value}
	if err := checkSizes(l.A, l.B); err != nil || len(m.Covariance) == 0 {
		return l, err
	}
	l.Covariance = new([2][2]float64)
	if err := readCovariance(m.Covariance, 2, func(i int) []float64 { return l.Covariance[i][:] }); err != nil {
		return nil, fmt.Errorf("linear.%w", err)
	}
	return l, nil
}

// checkSizes returns an error for a coefficient that is too large.
func checkSizes(coefficients ...float64) error {
	for _, x := range coefficients {
		if math.Abs(x) > mostCoefficient {
			return fmt.Errorf("a coefficient is %v, want at most %v", x, mostCoefficient)
		}
	}
	return nil
}

// mostCoefficient is far above any real coefficient, and keeps results finite.
const mostCoefficient = 1e9

func (c Coefficients) list() []float64 { return []float64{c.PlayA, c.PlayB, c.CubeA, c.CubeB} }

// readCovariance copies a covariance of n coefficients to the rows of a matrix, and checks it.
func readCovariance(rows [][]float64, n int, to func(row int) []float64) error {
	if len(rows) != n {
		return fmt.Errorf("covariance has %d rows, want %d", len(rows), n)
	}
	for i, row := range rows {
		if len(row) != n {
			return fmt.Errorf("covariance[%d] has %d numbers, want %d", i, len(row), n)
		}
		copy(to(i), row)
	}
	for i := range n {
		for j := range n {
			if err := checkPair(rows, i, j); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkPair returns an error for an impossible covariance of the coefficients i and j.
func checkPair(c [][]float64, i, j int) error {
	x, limit := c[i][j], math.Sqrt(c[i][i])*math.Sqrt(c[j][j])
	switch {
	case !(c[i][i] >= 0 && c[i][i] <= mostCoefficient*mostCoefficient):
		return fmt.Errorf("covariance[%d][%d] is %v, want a variance", i, i, c[i][i])
	case x != c[j][i]:
		return fmt.Errorf("covariance[%d][%d] is %v and [%d][%d] is %v, want the same", i, j, x, j, i, c[j][i])
	case c[j][j] >= 0 && math.Abs(x) > limit*(1+1e-9):
		return fmt.Errorf("covariance[%d][%d] is %v, more than the variances allow", i, j, x)
	}
	return nil
}
