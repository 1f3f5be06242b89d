package data

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gammonlab/datasets"
	"gammonlab/datasets/report"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/engine"
)

// The number of rows on a page, and the maximal number of rows read for a page.
const (
	pageRows = 12
	mostRead = 2_000_000
)

// filter selects rows.
type filter struct {
	Class, Method, Source string  // "" for all; Source is a part of the source
	Error                 float64 // least standard error of the equity, in mEq
	From                  int64   // number of the first row, from 1
}

// readFilter reads the parameters of a request.
func readFilter(v url.Values) (*filter, error) {
	f := &filter{Class: v.Get("class"), Method: v.Get("method"), Source: v.Get("source"), From: 1}
	if f.Class != "" && !slices.ContainsFunc(engine.Classes(), func(c engine.Class) bool { return c.String() == f.Class }) {
		return nil, problem.Bad(fmt.Errorf("class is %.40q, want one of %v", f.Class, engine.Classes()))
	}
	if f.Method != "" {
		if _, err := datasets.ParseMethod(f.Method); err != nil {
			return nil, problem.Bad(fmt.Errorf("method is %w", err))
		}
	}
	var err error
	if text := v.Get("error"); text != "" {
		if f.Error, err = strconv.ParseFloat(text, 64); err != nil || !(f.Error >= 0) {
			return nil, problem.Bad(fmt.Errorf("error is %.40q, want mEq", text))
		}
	}
	if text := v.Get("from"); text != "" {
		if f.From, err = strconv.ParseInt(text, 10, 64); err != nil || f.From < 1 {
			return nil, problem.Bad(fmt.Errorf("from is %.40q, want the number of a row", text))
		}
	}
	return f, nil
}

// matches reports whether a row is shown.
func (f *filter) matches(r *datasets.Row) bool {
	return (f.Class == "" || r.Class.String() == f.Class) && (f.Method == "" || r.Method.String() == f.Method) &&
		strings.Contains(r.Source, f.Source) && (f.Error == 0 || float64(r.EquityError)*1000 >= f.Error)
}

// encode returns the parameters of the page that begins at a row.
func (f *filter) encode(from int64) string {
	v := url.Values{"from": {strconv.FormatInt(from, 10)}}
	for name, text := range map[string]string{"class": f.Class, "method": f.Method, "source": f.Source} {
		if text != "" {
			v.Set(name, text)
		}
	}
	if f.Error > 0 {
		v.Set("error", strconv.FormatFloat(f.Error, 'g', -1, 64))
	}
	return v.Encode()
}

// numbered is a row with its number.
type numbered struct {
	Number int64
	datasets.Row
}

// page reads the rows of a page. next is the number of the first row not read, 0 at the
// end.
func (f *filter) page(ctx context.Context, db *datasets.File) (rows []numbered, next int64, err error) {
	db.SkipBad()
	db.From(f.From)
	for read := 0; len(rows) < pageRows; read++ {
		row, err := db.Read()
		switch {
		case err == io.EOF:
			return rows, 0, nil
		case err != nil:
			return nil, 0, err
		case read%4096 == 0 && ctx.Err() != nil:
			return nil, 0, ctx.Err()
		}
		if f.matches(&row) {
			rows = append(rows, numbered{db.Row(), row})
		}
		if read == mostRead {
			break
		}
	}
	if next = db.Row() + 1; next > db.Len() {
		next = 0
	}
	return rows, next, nil
}

// rowsAnswer contains rows of a database.
type rowsAnswer struct {
	Rows []report.RowRecord `json:"rows"`
	Next int64              `json:"next"` // value of from in the next call, 0 at the end
}

// rows writes rows of a database.
func (s *server) rows(w http.ResponseWriter, r *http.Request) error {
	f, err := readFilter(r.URL.Query())
	if err != nil {
		return err
	}
	_, db, err := s.databases.open(r.PathValue("id"))
	if err != nil {
		return err
	}
	defer db.Close()
	a := rowsAnswer{Rows: []report.RowRecord{}}
	err = s.backend.Pool.Answer(r.Context(), func(ctx context.Context) error {
		rows, next, err := f.page(ctx, db)
		for i := range rows {
			a.Rows = append(a.Rows, report.NewRowRecord(&rows[i].Row, rows[i].Number))
		}
		a.Next = next
		return err
	})
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, &a)
}

// info writes the statistics of a database.
func (s *server) info(w http.ResponseWriter, r *http.Request) error {
	file, db, err := s.databases.open(r.PathValue("id"))
	if err != nil {
		return err
	}
	defer db.Close()
	var info *report.Info
	err = s.backend.Pool.Answer(r.Context(), func(ctx context.Context) error {
		var err error
		info, err = s.databases.info(ctx, file, db)
		return err
	})
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, info)
}
