# slow.jq - waits for locks: when each began, and how long it was
#
# usage: db2gtf -i 44,45 -t json TRACE | jq -rn -f slow.jq
#
# IFCID 44 begins a wait and 45 ends it; subsystem and ACE say which agent's it is.

def agent: "\(.ssid) \(.headers.standard.ace)";

# Seconds since 1970, of a record with "time":"1993-01-18T17:28:51.385231Z".
def seconds: (.time[:19] + "Z" | fromdate) + (.time[19:26] | tonumber);

# The state is an object: for each agent the last record that began a wait.
foreach inputs as $record ({};
	if $record.ifcid == 44 then .[$record | agent] = $record else . end;
	select($record.ifcid == 45)
	| .[$record | agent]
	| select(. != null)
	| (($record | seconds) - seconds) as $wait
	| "\(.time) \(.ssid) waited \($wait * 1000 | round / 1000) s")
