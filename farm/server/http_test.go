package server

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// get returns the server's answer at the path.
func (k keyed) get(t *testing.T, path string) (status int, text string) {
	t.Helper()
	return k.getAs(t, path, "")
}

// getAs is get with a host name. It repeats the request if the server is too
// busy to read the state of the farm.
func (k keyed) getAs(t *testing.T, path, host string) (status int, text string) {
	t.Helper()
	pooltest.Wait(t, "the state of the farm", func() bool {
		request := must.Get(http.NewRequest(http.MethodGet, k.HTTP()+path, nil))(t)
		request.Host = host
		r := must.Get(http.DefaultClient.Do(request))(t)
		defer r.Body.Close()
		status, text = r.StatusCode, string(must.Get(io.ReadAll(r.Body))(t))
		return !strings.Contains(text, context.DeadlineExceeded.Error())
	})
	return status, text
}

// busy starts a server with jobs and workers.
func busy(t *testing.T) (keyed, []wire.Address) {
	k := serveKeyed(t, "worker-1", "submitter-1")
	owner, worker, now := k.public(t, "submitter-1"), k.public(t, "worker-1"), time.Now()
	js, ann, box := streamsOf(t, k.Server, owner), k.dial(t, "submitter-1"), k.dial(t, "worker-1")
	put := func(subject string, v any) { must.OK(t, ann.Write(t.Context(), subject, v)) }
	put(wire.OwnerSubject(owner), now)
	var all []wire.Address
	for i := range 2 {
		j := testJob(t, owner, fmt.Sprint(i))
		j.Description.Kind, j.Since = "label/1", now.Add(-time.Hour)
		j.ID = must.Get(wire.JobID(&j.Description, owner))(t)
		a := j.Address()
		all = append(all, a)
		put(a.Subject(wire.TokenJob), j)
		put(a.Subject(wire.TokenProgress), wire.Progress{Items: 100, Shards: uint64(10 + i), Rate: 12.5, Workers: 2, CoreSeconds: 7200, Audits: 3, Faults: 1, Again: 4, InFlight: 2,
			Seen: now.Add(-time.Duration(i) * time.Hour)})
	}
	for i, class := range []string{"simd", "simd", "go-arm64"} {
		must.OK(t, box.Write(t.Context(), wire.WorkerSubject(worker, fmt.Sprint(i)), wire.Worker{Key: worker, Instance: fmt.Sprint(i), Name: "box <" + fmt.Sprint(i) + `>"`, Class: class, Cores: 4, Shards: 5,
			Jobs: []string{all[0].ID}, Unfit: map[string]string{all[1].ID: "kernel class"}, Seen: now}))
	}
	a := all[0]
	must.OK(t, consumers(a)(t.Context(), nil, js))
	for i := range 3 {
		put(a.Shard(fmt.Sprint(i), 0), i)
	}
	must.OK(t, box.Write(t.Context(), a.Result("7", worker), 1))
	consumer := must.Get(js.Consumer(t.Context(), a.Stream(wire.StreamWork), durable(a)))(t)
	must.Get(consumer.Next())(t)
	return k, all
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	k, jobs := busy(t)
	conn, failed := k.as(t, "worker-1")
	must.OK(t, conn.Publish("work.me.job.1.0", nil))
	<-failed
	pooltest.Wait(t, "the count of what is refused", func() bool { return k.log.refused.Load() > 0 }) // the count follows the answer
	status, text := k.get(t, "metrics")
	if status != http.StatusOK {
		t.Fatalf("%d: %s", status, text)
	}
	for _, want := range []string{
		"gammonlab_shards_waiting 2", "gammonlab_shards_in_hand 1", "gammonlab_results_waiting 1", "gammonlab_refused_total 1", "gammonlab_jobs 2",
		`gammonlab_workers{class="simd"} 2`, `gammonlab_workers{class="go-arm64"} 1`, `gammonlab_worker_cores{class="simd"} 8`,
		`gammonlab_job_shards_total{job="` + jobs[1].ID + `",kind="label/1",owner="submitter-1"} 11`,
		`gammonlab_job_offered_again_total{job="` + jobs[0].ID + `",kind="label/1",owner="submitter-1"} 4`,
		`gammonlab_job_faults_total{job="` + jobs[0].ID + `",kind="label/1",owner="submitter-1"} 1`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no line %s in\n%s", want, text)
		}
	}
	if !regexp.MustCompile(`gammonlab_stream_bytes\{stream="RESULTS",owner="submitter-1"\} [1-9]`).MatchString(text) {
		t.Errorf("no bytes of results in\n%s", text)
	}
	checkExposition(t, text)
}

// checkExposition checks the text format of Prometheus: each figure follows the HELP
// and TYPE of its family.
func checkExposition(t *testing.T, text string) {
	t.Helper()
	sample := regexp.MustCompile(`^([a-z_]+)(\{[a-z]+="([^"\\\n]|\\["\\n])*"(,[a-z]+="([^"\\\n]|\\["\\n])*")*\})? -?[0-9.e+-]+$`)
	help := regexp.MustCompile(`^# HELP ([a-z_]+) .+\.$`)
	family := ""
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if m := help.FindStringSubmatch(line); m != nil {
			family = m[1]
			continue
		}
		if strings.HasPrefix(line, "#") {
			if line != "# TYPE "+family+" gauge" && line != "# TYPE "+family+" counter" || strings.HasSuffix(family, "_total") != strings.HasSuffix(line, counter) {
				t.Errorf("line %d: %s behind the help of %s", i+1, line, family)
			}
			continue
		}
		if m := sample.FindStringSubmatch(line); m == nil || m[1] != family {
			t.Errorf("line %d: %s in the family %s", i+1, line, family)
		}
	}
}

func TestMetricsText(t *testing.T) {
	t.Parallel()
	var m metricsText
	m.family("a_total", counter, "Help.")
	m.value("a_total", 1e21, "x", "a\"b\\c\nd\xff", "y", "")
	m.value("a_total", 0.5)
	want := "# HELP a_total Help.\n# TYPE a_total counter\na_total{x=\"a\\\"b\\\\c\\nd\ufffd\",y=\"\"} 1e+21\na_total 0.5\n"
	if got := string(m.text); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	checkExposition(t, want)
}

func TestPage(t *testing.T) {
	t.Parallel()
	k, jobs := busy(t)
	status, text := k.get(t, "")
	if status != http.StatusOK {
		t.Fatalf("%d: %s", status, text)
	}
	must.OK(t, pagetest.Check(text))
	for _, want := range []string{
		"2 jobs and 3 workers with 12 cores; 2 shards wait, 1 in hand; 1 result for journals.", `http-equiv="refresh" content="5"`,
		"<th>" + jobs[0].ID + "</th>", "submitter-1", "box &lt;0&gt;", "go-arm64", jobs[1].ID + ": 3 workers do not fit: kernel class",
		jobs[1].ID + " waits for its command",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	for host, want := range map[string]int{"evil.example": 403, "evil.example:80": 403, "localhost:9": 200, "[::1]:9": 200, "127.0.0.1": 200} {
		if status, _ := k.getAs(t, "", host); status != want {
			t.Errorf("host %s: %d, want %d", host, status, want)
		}
	}
	if status, _ := k.get(t, "other"); status != http.StatusNotFound {
		t.Errorf("another path: %d", status)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	k, _ := busy(t)
	if status, text := k.get(t, "healthz"); status != http.StatusOK || text != "ok\n" {
		t.Errorf("%d %q", status, text)
	}
}

func TestProblems(t *testing.T) {
	t.Parallel()
	now := time.Now()
	job := func(change func(*wire.JobState)) wire.JobState {
		j := wire.JobState{Job: wire.Job{ID: "j"}, Progress: wire.Progress{Seen: now}}
		change(&j)
		return j
	}
	fit, unfit := wire.Worker{}, wire.Worker{Unfit: map[string]string{"j": "class"}}
	for _, c := range []struct {
		job     wire.JobState
		workers []wire.Worker
		want    string
	}{
		{job(func(*wire.JobState) {}), []wire.Worker{unfit, fit}, "j: 1 worker does not fit: class"},
		{job(func(*wire.JobState) {}), []wire.Worker{fit}, ""},
		{job(func(*wire.JobState) {}), nil, "j waits for workers: none is there."},
		{job(func(*wire.JobState) {}), []wire.Worker{unfit}, "j: 1 worker does not fit: class"},
		{job(func(j *wire.JobState) { j.Paused = true }), nil, "j is paused."},
		{job(func(j *wire.JobState) { j.Progress.Seen = now.Add(-2 * time.Minute) }), nil, "j waits for its command: start the same command again."},
		{job(func(j *wire.JobState) { j.Since, j.Progress.Seen = now.Add(-time.Second), time.Time{} }), []wire.Worker{fit}, ""},
		{job(func(j *wire.JobState) { j.Progress.Note = "no room" }), []wire.Worker{fit}, "j: no room"},
	} {
		o := wire.State{At: now, Jobs: []wire.JobState{c.job}, Workers: c.workers}
		if got := strings.Join(o.Problems(), "|"); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// Other machines may read the metrics with TLS and the token.
func TestMetricsWithToken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := serverAt(filepath.Join(dir, "store"))
	authority := newAuthority(t, dir)
	o.TLSCert, o.TLSKey = authority.issue(t, "server")
	o.HTTP, o.HTTPToken = "0.0.0.0:0", filepath.Join(dir, "token")
	must.OK(t, os.WriteFile(o.HTTPToken, []byte("0123456789abcdef\n"), 0o600))
	s := serve(t, o)
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM([]byte(pooltest.ReadText(t, authority.file)))
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}
	_, port, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(s.HTTP(), "https://"), "/"), "]:")
	for _, c := range []struct {
		name string
		set  func(r *http.Request)
		want int
	}{
		{"nothing", func(*http.Request) {}, http.StatusUnauthorized},
		{"another token", func(r *http.Request) { r.Header.Set("Authorization", "Bearer 0123456789abcdeX") }, http.StatusUnauthorized},
		{"bearer", func(r *http.Request) { r.Header.Set("Authorization", "Bearer 0123456789abcdef") }, http.StatusOK},
		{"password", func(r *http.Request) { r.SetBasicAuth("ann", "0123456789abcdef") }, http.StatusOK},
	} {
		request := must.Get(http.NewRequest(http.MethodGet, "https://127.0.0.1:"+port+"/metrics", nil))(t)
		c.set(request)
		answer := must.Get(client.Do(request))(t)
		text := string(must.Get(io.ReadAll(answer.Body))(t))
		answer.Body.Close()
		if answer.StatusCode != c.want || (c.want == http.StatusOK) != strings.Contains(text, "gammonlab_jobs 0") {
			t.Errorf("%s: %d: %s", c.name, answer.StatusCode, text)
		}
	}
}
