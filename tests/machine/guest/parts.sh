#!/bin/bash
# The parts a Pi has and this machine has not, before anything of ours starts: 28 pins, a revision, a touch panel.
set -eu
modprobe -a gpio-sim uinput dummy_hcd
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
pins=/sys/kernel/config/gpio-sim/pi
mkdir -p $pins/bank0
echo 28 >$pins/bank0/num_lines
echo 1 >$pins/live
for line in 17 27; do echo pull-up >/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio$line/pull; done
mount --bind /usr/local/share/pi-cpuinfo /proc/cpuinfo
mkdir -p /mnt/host
modprobe -a 9p 9pnet_virtio
mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=262144 host /mnt/host
