# slurm.sh - a small Slurm of two nodes on this machine, for tests
#
# Sourced.  slurm_alone SCRIPT ... goes on as that script where it can have a loopback and processes of its own, so that
# nobody can reach this Slurm, and nothing of it outlives the script; and comes back where it cannot, or has done it.
# slurm_start FOLDER starts munged, slurmctld and two slurmd as root, with everything they write in FOLDER; no systemd,
# no control groups.  slurm_stop ends what slurm_start has started, and what that has started.
# shellcheck shell=sh
host=$(uname -n | cut -d . -f 1)
slurm_pids='' slurm_folder=''

slurm_alone()
{
	set -- unshare --net --mount --pid --fork --kill-child --mount-proc "$@"
	if [ -z "${SLURM_ALONE-}" ] && "$1" "$2" "$3" "$4" "$5" "$6" "$7" true 2>/dev/null; then
		SLURM_ALONE=yes exec "$@"
	fi
}

# The loopback is there, but down, and not every system has ip or ifconfig: this sets its flags (IFF_UP, IFF_RUNNING).
# The second address is for the C library, which takes a machine without one that is no loopback's for one without a net.
slurm_loopback()
{
	perl -MSocket -e 'socket(my $s, AF_INET, SOCK_DGRAM, 0) or die $!;
	    my $up = pack("a16 s x22", "lo", 0x41);
	    my $more = pack("a16 S n a4 x16", "lo:1", AF_INET, 0, inet_aton("192.0.2.1"));
	    ioctl($s, 0x8914, $up) && ioctl($s, 0x8916, $more) or die $!;'
}

slurm_conf()
{
	# these look for the address by the name of the machine, which has to be one
	case ${SLURM_ALONE-}$(getent hosts "$host") in
	127.*)	echo CommunicationParameters=NoInAddrAny,NoCtldInAddrAny ;;
	esac
	cat <<-END
	ClusterName=spread
	SlurmctldHost=$host(127.0.0.1)
	SlurmctldPort=$1
	SlurmUser=root
	SlurmdUser=root
	AuthType=auth/munge
	AuthInfo=socket=$slurm_folder/munge.socket,cred_expire=5
	CredType=cred/munge
	StateSaveLocation=$slurm_folder/state
	SlurmctldPidFile=$slurm_folder/slurmctld.pid
	SlurmctldLogFile=$slurm_folder/slurmctld.log
	SlurmdPidFile=$slurm_folder/slurmd.%n.pid
	SlurmdLogFile=$slurm_folder/slurmd.%n.log
	SlurmdSpoolDir=$slurm_folder/spool.%n
	ProctrackType=proctrack/linuxproc
	TaskPlugin=task/none
	JobAcctGatherType=jobacct_gather/none
	SwitchType=switch/none
	SelectType=select/cons_tres
	SelectTypeParameters=CR_CPU
	SchedulerType=sched/backfill
	SchedulerParameters=sched_min_interval=0,bf_interval=1,defer_batch
	MinJobAge=30
	MaxArraySize=16
	ReturnToService=2
	KillWait=2
	SlurmdParameters=config_overrides
	NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=$(($1 + 1)) CPUs=2
	NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=$(($1 + 2)) CPUs=2
	PartitionName=all Nodes=one,two Default=YES MaxTime=10 State=UP
	END
}

# slurm_run PROGRAM ...: in the background, without a terminal; remembers it
slurm_run()
{
	"$@" </dev/null >>"$slurm_folder/${1##*/}.out" 2>&1 9>&- &
	slurm_pids="$! $slurm_pids"
}

# slurm_wait COMMAND ...: until it succeeds, up to 30 seconds
slurm_wait()
{
	end=$(($(date +%s) + 30))
	while [ "$(date +%s)" -lt $end ]; do
		timeout 5 "$@" >/dev/null 2>&1 && return
		sleep 0.1
	done
	echo "slurm: not after 30 seconds: $*"
	tail -n 5 "$slurm_folder"/*.log "$slurm_folder"/*.out
	return 1
}

# slurm_start FOLDER: status 1 with words where it cannot be done
slurm_start()
{
	slurm_folder=$1
	[ -z "${SLURM_ALONE-}" ] || slurm_loopback || return
	mkdir -p "$1/state" "$1/spool.one" "$1/spool.two" || return
	chmod 755 "$1"
	head -c 128 /dev/urandom >"$1/munge.key"
	chmod 400 "$1/munge.key"
	slurm_run munged --foreground --force --socket="$1/munge.socket" --key-file="$1/munge.key" \
	    --log-file="$1/munged.log" --pid-file="$1/munged.pid" --seed-file="$1/munged.seed"
	slurm_wait munge --socket="$1/munge.socket" -n || return
	slurm_conf $((20000 + $$ % 10000)) >"$1/slurm.conf"
	# slurmd wants a plugin for control groups even where nothing uses one; this one touches nothing by itself
	printf 'CgroupPlugin=cgroup/v1\nCgroupMountpoint=%s/cgroup\n' "$1" >"$1/cgroup.conf"
	SLURM_CONF=$1/slurm.conf
	export SLURM_CONF
	slurm_run slurmctld -D -f "$SLURM_CONF"
	slurm_run slurmd -D -N one -f "$SLURM_CONF"
	slurm_run slurmd -D -N two -f "$SLURM_CONF"
	# shellcheck disable=SC2016 # it is for that shell
	slurm_wait sh -c '[ "$(sinfo -h -N -o %T | sort -u)" = idle ]'
}

# slurm_stop: jobs first, so that no slurmstepd is left
slurm_stop()
{
	[ -n "$slurm_pids" ] || return 0
	for job in $(timeout 5 squeue -h -o %F 2>/dev/null | sort -u); do
		scancel --signal=KILL --full "$job" 2>/dev/null
		scancel "$job" 2>/dev/null
	done
	# they are numbers
	# shellcheck disable=SC2086
	kill $slurm_pids 2>/dev/null
	for pid in $slurm_pids; do
		for _ in $(seq 50); do
			kill -0 "$pid" 2>/dev/null || break
			sleep 0.1
		done
		kill -9 "$pid" 2>/dev/null
		wait "$pid" 2>/dev/null
	done
	slurm_pids=''
}
